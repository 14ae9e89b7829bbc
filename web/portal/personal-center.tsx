import { Account } from '#web/account/account.tsx'
import { useLocalize } from '#web/base/api/language.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import page from './page.module.css'

/** The personal center in the portal's frame (specification 000, section 2). */
export const PersonalCenter = () => {
  const t = useLocalize()
  const title = usePageTitle()
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <Account />
    </div>
  )
}
