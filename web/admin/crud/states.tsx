import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import { useDocumentTitle } from '#web/base/page.tsx'
import { InboxIcon, LockIcon, SearchIcon, TriangleAlertIcon } from '#web/ui/icons.ts'
import css from './states.module.css'

interface Props {
  readonly sign: ReactNode
  readonly title: string
  readonly children?: ReactNode
}

/** Why there is nothing to display, and what to do next. */
export const EmptyState = ({ sign, title, children }: Props) => (
  <div className={css.nothing}>
    <span className={css.sign} aria-hidden="true">
      {sign}
    </span>
    <p className={css.title}>{title}</p>
    {children}
  </div>
)

/** Empty list; with filters the text and the next step differ. */
export const Empty = ({ filtered, children }: { filtered: boolean; children?: ReactNode }) => {
  const t = useLocalize()
  return filtered ? (
    <EmptyState sign={<SearchIcon />} title={t(['没有符合条件的数据', 'No rows match the filters'])}>
      {children}
    </EmptyState>
  ) : (
    <EmptyState sign={<InboxIcon />} title={t(['暂无数据', 'Nothing here yet'])}>
      {children}
    </EmptyState>
  )
}

const Page = ({ title, sign, children }: { title: Text; sign: ReactNode; children: ReactNode }) => {
  const t = useLocalize()
  useDocumentTitle(title)
  return (
    <div className={css.page}>
      <h1 className={css.sign} aria-label={t(title)}>
        {sign}
      </h1>
      <p className={css.title}>{t(title)}</p>
      {children}
      <p>
        <Link to="/wel/index">{t(['返回工作台', 'Back to the workbench'])}</Link>
      </p>
    </div>
  )
}

export const NoPermission = () => {
  const t = useLocalize()
  return (
    <Page title={['没有访问权限', 'No permission']} sign={<LockIcon aria-hidden="true" />}>
      <p>
        {t([
          '您的角色没有此页面的访问权限。如需使用，请联系管理员授权。',
          'Your role does not have access to this page. Ask an administrator for access.',
        ])}
      </p>
    </Page>
  )
}

export const NotFound = () => {
  const t = useLocalize()
  return (
    <Page title={['页面不存在', 'Page not found']} sign={<SearchIcon aria-hidden="true" />}>
      <p>{t(['请检查地址，或从左侧菜单进入。', 'Check the address, or use the menu on the left.'])}</p>
    </Page>
  )
}

export const ServerProblem = () => {
  const t = useLocalize()
  return (
    <Page
      title={['抱歉，服务出现问题', 'Sorry, the service has a problem']}
      sign={<TriangleAlertIcon aria-hidden="true" />}
    >
      <p>{t(['请稍后再试。已提交的内容不受影响。', 'Please try again later. What you have submitted is safe.'])}</p>
    </Page>
  )
}

/** Placeholder for a table that is loading: row shapes, and a text for screen readers. */
export const TableSkeleton = () => {
  const t = useLocalize()
  return (
    <div className={css.rising} role="status">
      <span className="hidden-words">{t(words.loading)}</span>
      {Array.from({ length: 8 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: eight equal bars
        <span key={i} aria-hidden="true" />
      ))}
    </div>
  )
}

/** Thin progress bar over rows during a refetch. */
export const Bar = ({ busy }: { busy: boolean }) => <div className={css.bar} data-busy={busy || undefined} />
