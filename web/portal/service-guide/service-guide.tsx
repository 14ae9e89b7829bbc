import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useAbout, usePageTitle } from '#web/base/page/page.tsx'
import { PublishedContent } from '../news/published-content.tsx'
import page from '../page.module.css'
import { evaluation, type Guide, testing } from './guides.ts'
import css from './service-guide.module.css'
import { Contact, ServiceLinks, useOnline } from './service-links.tsx'

const Part = ({ title, children }: { title: Text; children: ReactNode }) => {
  const t = useLocalize()
  return (
    <section className={css.part}>
      <h2>{t(title)}</h2>
      {children}
    </section>
  )
}

const Lines = ({ of }: { of: readonly Text[] }) => {
  const t = useLocalize()
  return of.map((line) => <li key={line[1]}>{t(line)}</li>)
}

/** The guide to one service: description, eligibility, requirements, steps, contact and publications. */
const ServiceGuide = ({ of: { kind, what, who, needed, steps, apply, links } }: { of: Guide }) => {
  const t = useLocalize()
  const [first, ...later] = steps
  const applying = useOnline() ? apply.online : apply.byNotice
  const title = usePageTitle()
  useAbout({ description: t(what), data: null })
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <p className="muted large">{t(what)}</p>
      <ServiceLinks links={links} />
      <div className={`${css.parts} ${page.ruled}`} data-columns>
        <Part title={['适用对象', 'Who can apply']}>
          <ul>
            <Lines of={who} />
          </ul>
        </Part>
        <Part title={['所需材料', 'What you need']}>
          <ul>
            <Lines of={needed} />
          </ul>
        </Part>
        <Part title={['办理流程', 'Steps']}>
          <ol>
            <Lines of={[...(first ? [first] : []), applying, ...later]} />
          </ol>
        </Part>
        <Part title={['咨询方式', 'Contact']}>
          <Contact />
        </Part>
      </div>
      <p className="muted">
        {t([
          '以上为一般说明，具体要求、时限和收费以受理单位在下方发布的通知为准。',
          'This is general information. For requirements, deadlines and fees, the notices below apply.',
        ])}
      </p>
      <h2>{t(['通知与资料', 'Notices and documents'])}</h2>
      <PublishedContent at={{ kind }} />
    </div>
  )
}

export const EvaluationService = () => <ServiceGuide of={evaluation} />
export const ProductTesting = () => <ServiceGuide of={testing} />
