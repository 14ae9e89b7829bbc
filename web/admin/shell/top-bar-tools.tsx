import { type ReactNode, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useErrors } from '#web/base/error-log.ts'
import { useLocalize } from '#web/base/language.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import {
  BugIcon,
  CircleQuestionMarkIcon,
  EllipsisIcon,
  LockIcon,
  MaximizeIcon,
  MinimizeIcon,
  PaletteIcon,
  ShirtIcon,
} from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ColourPicker, colourWords } from './colour-picker.tsx'
import { ErrorLog, errorLogWords } from './error-log.tsx'
import { useFullscreen } from './fullscreen.ts'
import { KeysHelp, keysWords, useKeysHelp } from './keys-help.tsx'
import { ThemeChooser, themeWords } from './theme-chooser.tsx'
import css from './top-bar-tools.module.css'

const LockDialog = lazyComponent(async () => (await import('#web/base/lock-dialog.tsx')).LockDialog)

const dialogs = {
  colour: ColourPicker,
  errors: ErrorLog,
  keys: KeysHelp,
  lock: LockDialog,
  theme: ThemeChooser,
} as const
type DialogName = keyof typeof dialogs

interface Tool {
  readonly key: string
  readonly label: Text
  /** Accessible name that includes the count; replaces the label for screen readers. */
  readonly countLabel?: Text
  readonly count?: number
  readonly sign: ReactNode
  readonly run: () => void
}

const maxCount = 99

/** Count badge on the icon of a tool. */
export const Count = ({ of }: { of: number }) =>
  of ? (
    <span className={css.count} aria-hidden="true">
      {of > maxCount ? `${maxCount}+` : of}
    </span>
  ) : null

const useTools = (open: (name: DialogName) => void): Tool[] => {
  const errors = useErrors().length
  const full = useFullscreen()
  const fullscreen: Tool = {
    key: 'fullscreen',
    label: full.on ? ['退出全屏', 'Exit full screen'] : ['全屏', 'Full screen'],
    sign: full.on ? <MinimizeIcon /> : <MaximizeIcon />,
    run: full.toggle,
  }
  return [
    { key: 'colour', label: colourWords, sign: <PaletteIcon />, run: () => open('colour') },
    {
      key: 'errors',
      label: errorLogWords,
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

/** One icon button per tool; on a phone they are the entries of one menu. */
const ToolButtons = ({ tools, narrow }: { tools: readonly Tool[]; narrow: boolean }) => {
  const t = useLocalize()
  if (narrow)
    return (
      <Dropdown label={<EllipsisIcon aria-hidden="true" />} name={t(['更多工具', 'More tools'])}>
        {tools.map(({ key, label, countLabel, run }) => (
          <button key={key} type="button" onClick={run}>
            {t(countLabel ?? label)}
          </button>
        ))}
      </Dropdown>
    )
  return tools.map(({ key, label, countLabel, count = 0, sign, run }) => (
    <button
      key={key}
      type="button"
      className={iconButtonClass(css.tool)}
      aria-label={t(countLabel ?? label)}
      title={t(label)}
      onClick={run}
    >
      <span aria-hidden="true">{sign}</span>
      <Count of={count} />
    </button>
  ))
}

/** The tools of the top bar and their dialogs (specification 000, section 2). */
export const Tools = ({ narrow }: { narrow: boolean }) => {
  const [open, setOpen] = useState<DialogName | null>(null)
  const tools = useTools(setOpen)
  useKeysHelp(() => setOpen('keys'))
  const OpenDialog = open && dialogs[open]
  return (
    <>
      <div className={css.tools}>
        <ToolButtons tools={tools} narrow={narrow} />
      </div>
      {OpenDialog ? <OpenDialog onClose={() => setOpen(null)} /> : null}
    </>
  )
}
