import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import css from './page.module.css'

/** An error page: the message without an error code, and links to continue. */
const Problem = ({ message, canGoBack = false }: { message: Text; canGoBack?: boolean }) => {
  const t = useLocalize()
  return (
    <div className={css.narrow}>
      <h1>{t(usePageTitle())}</h1>
      <p>{t(message)}</p>
      <p className={css.actions}>
        <Link className={buttonClass('main')} to="/">
          {t(['返回首页', 'Go to the home page'])}
        </Link>
        {canGoBack ? <Button onClick={() => history.back()}>{t(['返回上一页', 'Back'])}</Button> : null}
      </p>
    </div>
  )
}

/** Unknown URL. */
export const NotFound = () => (
  <Problem
    message={[
      '地址可能有误，或页面已删除或变更。',
      'The address may be wrong, or the page may have been deleted or changed.',
    ]}
  />
)

/** A page the user has no permission for. */
export const Forbidden = () => (
  <Problem
    message={[
      '您的账号没有访问此页面的权限。如需使用，请联系本单位或平台的管理员。',
      'Your account does not have permission to view this page. If you need access, contact your administrator.',
    ]}
    canGoBack
  />
)

/** Server error. */
export const ServerProblem = () => (
  <Problem
    message={[
      '请稍后再试。正在填写的申报保存在本机，恢复后可继续；已提交的内容不受影响。',
      'Please try again later. Your unfinished declaration is saved in this browser, and submitted data is not affected.',
    ]}
    canGoBack
  />
)
