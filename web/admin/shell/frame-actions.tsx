import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { auth } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { colourWords, languageWords, themeWords } from '#web/account/menu-words.ts'
import { useErrors } from '#web/base/api/browser-errors.ts'
import { ask, failureOf, queries } from '#web/base/api/caller.ts'
import { setLang, useLang, useLocalize } from '#web/base/api/language.ts'
import { logout } from '#web/base/login/login-calls.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import {
  BugIcon,
  CircleQuestionMarkIcon,
  LanguagesIcon,
  LockIcon,
  LogOutIcon,
  MaximizeIcon,
  MinimizeIcon,
  PaletteIcon,
  ShirtIcon,
  Trash2Icon,
} from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { browserErrorsWords, keysWords } from './dialog-titles.ts'
import { useKeysHelp } from './use-keys-help.ts'
import { useLoadCode } from './use-load-code.ts'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const isFull = () => document.fullscreenElement !== null

interface Fullscreen {
  /** False on some phones, whose browsers do not support it. */
  readonly possible: boolean
  /** The state the browser reports; Escape changes it too. */
  readonly on: boolean
  readonly toggle: () => void
}

/** Full screen by the browser's own API (specification 000, section 2). */
const useFullscreen = (): Fullscreen => {
  const on = useSyncExternalStore(subscribe, isFull)
  const toggle = () => {
    // if the browser rejects the request, nothing changes
    const turned = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    turned.catch(() => {})
  }
  return { possible: document.fullscreenEnabled === true, on, toggle }
}

/** The dialogs of the frame, each loaded when it opens. */
const dialogs = {
  colour: lazyComponent(async () => (await import('#web/account/colour-picker.tsx')).ColourPicker),
  errors: lazyComponent(async () => (await import('./browser-errors.tsx')).BrowserErrors),
  keys: lazyComponent(async () => (await import('./keys-help.tsx')).KeysHelp),
  lock: lazyComponent(async () => (await import('#web/base/login/lock-dialog.tsx')).LockDialog),
  theme: lazyComponent(async () => (await import('#web/account/theme-chooser.tsx')).ThemeChooser),
} as const
type DialogName = keyof typeof dialogs

/** Something that the frame can do on every page. */
export interface FrameAction {
  readonly key: string
  readonly label: Text
  /** Accessible name that includes the count; replaces the label for screen readers. */
  readonly countLabel?: Text
  readonly count?: number
  readonly sign: ReactNode
  readonly run: () => void
}

export interface FrameActions {
  readonly all: readonly FrameAction[]
  /** Of the top bar (specification 000, section 2) and of the account menu. */
  readonly tools: readonly FrameAction[]
  readonly language: FrameAction
  readonly clearCache: FrameAction
  readonly logout: FrameAction
  /** The dialog of the action that is running. */
  readonly dialog: ReactNode
}

const useClearCache = (): FrameAction => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirm = useConfirm()
  const clear = async () => {
    if (!(await confirm({ title: ['是否需要清除缓存?', 'Clear the cache?'] }))) return
    try {
      await ask(auth.clearCache)
      await queries.invalidateQueries()
      toaster.success(t(['清除完毕', 'Cleared']))
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
  return { key: 'cache', label: ['清除缓存', 'Clear cache'], sign: <Trash2Icon />, run: () => void clear() }
}

const useLogout = (): FrameAction => {
  const navigate = useNavigate()
  const confirm = useConfirm()
  const leave = async () => {
    if (!(await confirm({ title: words.logoutAsk }))) return
    await logout()
    navigate('/Home')
  }
  return { key: 'logout', label: words.logout, sign: <LogOutIcon />, run: () => void leave() }
}

const useLanguage = (): FrameAction => {
  const next = useLang() === 'zh' ? 'en' : 'zh'
  return {
    key: 'language',
    label: languageWords,
    sign: <LanguagesIcon />,
    run: () => setLang(next),
  }
}

const useTools = (open: (name: DialogName) => void): FrameAction[] => {
  const errors = useErrors().length
  const full = useFullscreen()
  const fullscreen: FrameAction = {
    key: 'fullscreen',
    label: full.on ? ['退出全屏', 'Exit full screen'] : ['全屏', 'Full screen'],
    sign: full.on ? <MinimizeIcon /> : <MaximizeIcon />,
    run: full.toggle,
  }
  return [
    { key: 'colour', label: colourWords, sign: <PaletteIcon />, run: () => open('colour') },
    {
      key: 'errors',
      label: browserErrorsWords,
      sign: <BugIcon />,
      run: () => open('errors'),
      count: errors,
      countLabel: [`错误日志，${errors} 条`, `Browser errors: ${errors}`],
    },
    { key: 'lock', label: words.lock, sign: <LockIcon />, run: () => open('lock') },
    { key: 'theme', label: themeWords, sign: <ShirtIcon />, run: () => open('theme') },
    ...(full.possible ? [fullscreen] : []),
    { key: 'keys', label: keysWords, sign: <CircleQuestionMarkIcon />, run: () => open('keys') },
  ]
}

/** The open dialog. Its code is loaded first, because an error in the frame would leave nothing of the console. */
const useDialog = () => {
  const [name, setName] = useState<DialogName | null>(null)
  const loadCode = useLoadCode()
  const open = async (next: DialogName) => {
    if (await loadCode(dialogs[next].preload)) setName(next)
  }
  const OpenDialog = name && dialogs[name]
  return {
    open: (next: DialogName) => void open(next),
    dialog: OpenDialog ? <OpenDialog onClose={() => setName(null)} /> : null,
  }
}

/** The actions of the frame, which the top bar, the account menu and the command palette offer. */
export const useFrameActions = (): FrameActions => {
  const { open, dialog } = useDialog()
  const tools = useTools(open)
  useKeysHelp(() => open('keys'))
  const [language, clearCache, leave] = [useLanguage(), useClearCache(), useLogout()]
  return {
    all: [...tools, language, clearCache, leave],
    tools,
    language,
    clearCache,
    logout: leave,
    dialog,
  }
}
