import { Link } from 'react-router'
import { fill } from '#contract/kit/text.ts'
import { portal } from '#contract/portal/portal.ts'
import { signOn } from '#contract/sign-on.ts'
import { signOnAddress } from '#contract/sign-on-address.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { buttonClass } from '#web/ui/button.tsx'
import page from '../page.module.css'
import type { Guide } from './guides.ts'

/** Whether a site accepts online applications; undefined while loading. */
export const useOnline = (): boolean | undefined => useAnswer(signOn.site, {}, { staleTime: 300_000 }).data?.configured

/** Links to the sign-on site (new window), or a notice that none is configured, and to related pages of this site. */
export const ServiceLinks = ({ links }: Pick<Guide, 'links'>) => {
  const t = useLocalize()
  const { data } = useAnswer(signOn.site, {}, { staleTime: 300_000 })
  return (
    <>
      {data?.configured === false ? (
        <p>
          {t([
            '本平台尚未接通线上受理站点，目前请按本页发布的通知办理。',
            'Online applications are not available yet. Please follow the notices on this page.',
          ])}
        </p>
      ) : null}
      <p className={page.actions}>
        {data?.configured ? (
          <a className={buttonClass('main')} href={signOnAddress} target="_blank" rel="noopener">
            {data.name
              ? t(fill(['前往{0}办理（新窗口）', 'Continue to {0} (new window)'], data.name))
              : t(['前往办理（新窗口）', 'Continue (new window)'])}
          </a>
        ) : null}
        {links.map(({ to, words }) => (
          <Link key={to} className={buttonClass()} to={to}>
            {t(words)}
          </Link>
        ))}
      </p>
    </>
  )
}

/** The contact from the site's parameters, or a message when none is set. */
export const Contact = () => {
  const t = useLocalize()
  const { data } = useAnswer(portal.site, undefined, { staleTime: Number.POSITIVE_INFINITY })
  if (!data) return null
  const { sponsor, phone } = data
  if (!sponsor && !phone) return <p>{t(['尚未公布咨询方式。', 'No contact details have been published yet.'])}</p>
  return (
    <dl>
      {sponsor ? (
        <div>
          <dt>{t(['主办单位', 'Operated by'])}</dt>
          <dd lang="zh-CN">{sponsor}</dd>
        </div>
      ) : null}
      {phone ? (
        <div>
          <dt>{t(['咨询电话', 'Phone'])}</dt>
          <dd>{phone}</dd>
        </div>
      ) : null}
    </dl>
  )
}
