import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useDocumentTitle } from '#web/base/page/page.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LockIcon, SearchIcon, TriangleAlertIcon } from '#web/ui/icons.ts'
import { home } from './open-tabs.ts'
import { useClosePage } from './page-tab.ts'
import { paletteKeys } from './palette-words.ts'
import css from './problem-page.module.css'

interface Props {
  readonly title: Text
  readonly sign: ReactNode
  /** Tries again what failed. */
  readonly retry?: (() => void) | null
  readonly children: ReactNode
}

/** Why a page of the console cannot be displayed, and the ways on; menu and tabs stay. */
export const ProblemPage = ({ title, sign, retry, children }: Props) => {
  const t = useLocalize()
  const close = useClosePage()
  useDocumentTitle(title)
  return (
    <div className={css.page}>
      <span className={css.sign} aria-hidden="true">
        {sign}
      </span>
      <h1>{t(title)}</h1>
      <p>{children}</p>
      <p className="row wrap gap-8 centre above-8">
        {retry ? (
          <Button kind="main" onClick={retry}>
            {t(words.retry)}
          </Button>
        ) : null}
        <Link className={buttonClass(retry ? 'plain' : 'main')} to={home}>
          {t(['返回工作台', 'Go to the desk'])}
        </Link>
        <Button onClick={close}>{t(['关闭此页', 'Close this page'])}</Button>
      </p>
    </div>
  )
}

export const NoPermission = () => {
  const t = useLocalize()
  return (
    <ProblemPage title={['没有访问权限', 'No permission']} sign={<LockIcon />}>
      {t([
        '您的角色没有此页面的访问权限。如需使用，请联系管理员授权。',
        'Your role does not have access to this page. Ask an administrator for access.',
      ])}
    </ProblemPage>
  )
}

export const NotFound = () => {
  const t = useLocalize()
  return (
    <ProblemPage title={['页面不存在', 'Page not found']} sign={<SearchIcon />}>
      {t([
        `地址可能有误，或页面已删除。可从菜单进入，或按 ${paletteKeys} 搜索。`,
        `The address may be wrong, or the page may have been deleted. Use the menu, or search with ${paletteKeys}.`,
      ])}
    </ProblemPage>
  )
}

export const ServerProblem = () => {
  const t = useLocalize()
  return (
    <ProblemPage title={['抱歉，服务出现问题', 'Sorry, the service has a problem']} sign={<TriangleAlertIcon />}>
      {t(['请稍后再试。已提交的内容不受影响。', 'Please try again later. What you have submitted is safe.'])}
    </ProblemPage>
  )
}
