import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { auth } from '#contract/auth.ts'
import type { MenuNode } from '#contract/system/menu.ts'
import { words } from '#contract/words.ts'
import { colourWords, languageWords, switchWords, themeWords } from '#web/account/menu-words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useIsDeclarant } from '#web/base/api/declarant.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { menusCall } from '#web/base/login/early-menus.ts'
import { logout } from '#web/base/login/login-calls.ts'
import { useApplicationsLabel } from '#web/base/page/applications-label.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useElder } from './elder/elder.ts'
import { useChooseLang } from './use-choose-lang.ts'

interface Entry {
  readonly code: string
  readonly name: string
  readonly path: string
}

/** The granted menus that have a page in the console, whatever group they are in. */
const entriesOf = (nodes: readonly MenuNode[]): Entry[] =>
  nodes.flatMap(({ category, code, name, path, children }) => {
    const below = (children ?? []).filter((node) => node.category === 1)
    if (below.length) return entriesOf(below)
    return category === 1 && path?.startsWith('/') ? [{ code, name, path }] : []
  })

/** Links to the pages of the console that the user may open. */
const ConsoleLinks = () => {
  const t = useLocalize()
  const { data = [] } = useAnswer(menusCall, {}, { staleTime: 60_000 })
  return (
    <>
      {entriesOf(data).map(({ code, name, path }) => (
        <Link key={code} to={path}>
          {t(['后台：', 'Console: '])}
          {name}
        </Link>
      ))}
      <Link to="/wel/dashboard">{t(['数据概览', 'Dashboard'])}</Link>
    </>
  )
}

const ApplyLook = lazyComponent(async () => (await import('#web/account/apply-look.tsx')).ApplyLook)

const SwitchRole = lazyComponent(async () => (await import('#web/account/switch-role.tsx')).SwitchRole)

/** The dialogs without an answer, each loaded when it opens. */
const dialogs = {
  lock: lazyComponent(async () => (await import('#web/base/login/lock-dialog.tsx')).LockDialog),
  theme: lazyComponent(async () => (await import('#web/account/theme-chooser.tsx')).ThemeChooser),
  colour: lazyComponent(async () => (await import('#web/account/colour-picker.tsx')).ColourPicker),
} as const
type DialogName = keyof typeof dialogs | 'logout' | 'switch'

/** The pages of the account: declarants also find those of the console here, which have no other link in the portal. */
const PageLinks = () => {
  const t = useLocalize()
  const isDeclarant = useIsDeclarant()
  const label = useApplicationsLabel()
  return (
    <>
      {isDeclarant ? (
        <>
          <Link to="/wel/index">{t(words.myMatters)}</Link>
          <Link to="/projectApplication/project">{t(label)}</Link>
        </>
      ) : null}
      <Link to="/personalCenter/account">{t(['个人中心', 'Personal center'])}</Link>
      {isDeclarant ? (
        <>
          <hr />
          <ConsoleLinks />
        </>
      ) : null}
      <hr />
    </>
  )
}

const Tools = ({ open }: { open: (name: DialogName) => void }) => {
  const t = useLocalize()
  const switchMode = useAnswer(auth.settings).data?.switchMode === true
  const isDeclarant = useIsDeclarant()
  const other = useLang() === 'zh' ? 'en' : 'zh'
  const chooseLang = useChooseLang()
  return (
    <>
      {switchMode ? (
        <button type="button" onClick={() => open('switch')}>
          {t(switchWords)}
        </button>
      ) : null}
      <button type="button" onClick={() => open('lock')}>
        {t(words.lock)}
      </button>
      {isDeclarant ? (
        <>
          <button type="button" onClick={() => open('theme')}>
            {t(themeWords)}
          </button>
          <button type="button" onClick={() => open('colour')}>
            {t(colourWords)}
          </button>
        </>
      ) : null}
      <button type="button" onClick={() => chooseLang(other)}>
        {t(languageWords)}
      </button>
      <hr />
      <button type="button" onClick={() => open('logout')}>
        {t(words.logout)}
      </button>
    </>
  )
}

const LogoutDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const answer = (yes: boolean) => {
    if (!yes) return onClose()
    setBusy(true)
    void logout().then(() => navigate('/Home'))
  }
  return (
    <ConfirmDialog title={t(words.logoutAsk)} ok={t(words.ok)} cancel={t(words.cancel)} busy={busy} onAnswer={answer} />
  )
}

const OpenDialog = ({ name, onClose }: { name: DialogName; onClose: () => void }) => {
  const navigate = useNavigate()
  if (name === 'logout') return <LogoutDialog onClose={onClose} />
  if (name === 'switch')
    return (
      <SwitchRole
        onClose={(switched) => {
          onClose()
          if (switched) navigate('/')
        }}
      />
    )
  const Dialog = dialogs[name]
  return <Dialog onClose={onClose} />
}

/** Menu of the logged-in user: their pages, lock screen, language, logout. Declarants also choose their theme here. */
export const PersonMenu = () => {
  const t = useLocalize()
  const [activeDialog, setActiveDialog] = useState<DialogName | null>(null)
  const isDeclarant = useIsDeclarant()
  const elder = useElder()
  return (
    <>
      {/* the portal has a theme for those who work in it; the colours of the elder mode come first */}
      {isDeclarant && !elder.on ? <ApplyLook /> : null}
      <Dropdown label={null} name={t(['账号菜单', 'Account menu'])}>
        <PageLinks />
        <Tools open={setActiveDialog} />
      </Dropdown>
      {activeDialog ? <OpenDialog name={activeDialog} onClose={() => setActiveDialog(null)} /> : null}
    </>
  )
}
