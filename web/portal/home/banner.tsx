import { Link } from 'react-router'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { Phrases } from '#web/ui/phrases.tsx'
import css from './banner.module.css'
import skyline from './skyline.svg'

/** A notice that the figures are sample data. The banner reserves its space, so there is no layout shift. */
const DemoRibbon = () => {
  const t = useLocalize()
  return (
    <p className={css.ribbon}>
      <strong>{t(words.demo)}</strong>
      <span>
        {t([
          '本页数字、企业与项目均为虚构，仅用于说明平台功能，不代表任何真实统计。',
          'Figures, companies and projects are sample data, not real statistics.',
        ])}
      </span>
    </p>
  )
}

/** One line about the site and the visitor's two main actions. */
export const Banner = ({ demo }: { demo: boolean }) => {
  const t = useLocalize()
  const user = useUser()
  return (
    <div className={css.banner}>
      <div className={css.inside}>
        <div className={css.words}>
          <h1>
            <Phrases>
              {t(['5G工厂|项目申报|与公共服务', '5G factory projects: declaration and public services'])}
            </Phrases>
          </h1>
          <p>
            <Phrases>
              {t([
                '面向工业企业、电信运营企业|和主管部门，公开全国|项目概览，发布政策|与技术资料，在线受理|项目申报。',
                'For industrial companies, operators and authorities: national figures, policy and technology documents, and online project declaration.',
              ])}
            </Phrases>
          </p>
          <div className={css.actions}>
            <Link to="/addDeclare/project" className={css.main}>
              {t(['项目申报', 'Declare a project'])}
            </Link>
            {user ? null : (
              <Link to="/registerView/register" className={css.other}>
                {t(words.register)}
              </Link>
            )}
          </div>
        </div>
        <img src={skyline} alt="" width="440" height="260" loading="lazy" className={css.drawing} data-drawing />
      </div>
      {demo ? <DemoRibbon /> : null}
    </div>
  )
}
