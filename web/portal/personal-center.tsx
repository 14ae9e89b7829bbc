import { Account } from '#web/account/account.tsx'
import { useHere } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import page from './page.module.css'

/** The personal center in the portal's frame (specification 000, section 2). */
export const PersonalCenter = () => {
  const t = useSay()
  const title = useHere()
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <Account />
    </div>
  )
}
