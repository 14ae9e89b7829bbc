import { Link } from 'react-router'
import type { SetupStep } from '#contract/desk/platform-health.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './health.module.css'
import { Section } from './section.tsx'

/** What to do, why, and where. */
const steps: Readonly<Record<SetupStep, { readonly what: Text; readonly why: Text; readonly to: string }>> = {
  sponsor: {
    what: ['填写主办单位和联系电话', 'Say who operates the site, and the phone number'],
    why: ['显示在每个公开页面的页脚', 'They are in the footer of every public page'],
    to: '/system/param?paramKey=site.',
  },
  filing: {
    what: ['填写 ICP 备案号', 'Enter the ICP filing number'],
    why: ['网站开通后应在首页底部标明', 'By law, the home page shows it'],
    to: '/system/param?paramKey=site.',
  },
  officers: {
    what: ['建立审核人员的账号', 'Create the accounts of the reviewers'],
    why: ['没有他们，提交的申报只能由管理员办理', 'Without them, only administrators can review declarations'],
    to: '/system/user',
  },
  window: {
    what: ['设置并开放申报窗口', 'Open a declaration window'],
    why: ['没有开放的窗口，企业不能申报', 'Enterprises can declare only while one is open'],
    to: '/project/template',
  },
  news: {
    what: ['发布第一篇通知或政策', 'Publish a first notice or policy'],
    why: ['首页的政策资讯来自已发布的内容', 'The home page shows what is published'],
    to: '/news/press-release',
  },
}

/** What a new site still lacks; absent once it has everything. */
export const SetupList = ({ lacks }: { lacks: readonly SetupStep[] }) => {
  const t = useLocalize()
  if (lacks.length === 0) return null
  return (
    <Section
      title={['开通准备', 'Before the site opens']}
      extra={t([`还有 ${lacks.length} 项`, `${lacks.length} left`])}
    >
      <ol className={css.lines}>
        {lacks.map((step) => (
          <li key={step} className={css.step}>
            <Link to={steps[step].to}>{t(steps[step].what)}</Link>
            <small className="block muted small">{t(steps[step].why)}</small>
          </li>
        ))}
      </ol>
    </Section>
  )
}
