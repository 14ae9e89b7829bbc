import { Link } from 'react-router'
import { type SetupStep, setupSteps } from '#contract/desk/platform-health.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ownPreference } from '#web/base/preferences/preference-cache.ts'
import { storePreference, usePreferences } from '#web/base/preferences/preferences.ts'
import { Button } from '#web/ui/button.tsx'
import css from './health.module.css'
import { Section } from './section.tsx'

interface Step {
  readonly what: Text
  readonly why: Text
  /** Absent for what is set on the server. */
  readonly to?: string
}

/** What to do, why, and where. */
const steps: Readonly<Record<SetupStep, Step>> = {
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
  address: {
    what: ['设置对外访问地址', 'Set the public address'],
    why: [
      '在服务器上设置 PUBLIC_URL；否则邮件中没有链接，推荐项目没有二维码',
      'Set PUBLIC_URL on the server; without it, e-mails have no links and recommended projects no QR code',
    ],
  },
  mail: {
    what: ['配置邮件服务', 'Set up e-mail'],
    why: [
      '在服务器上设置 SMTP_URL；否则消息只在平台内显示',
      'Set SMTP_URL on the server; without it, messages are only shown on the platform',
    ],
  },
  sms: {
    what: ['配置短信服务', 'Set up SMS'],
    why: [
      '启用一个短信配置并设置参数 message.smsTemplate；否则不能用短信验证码登录',
      'Enable an SMS provider and set the parameter message.smsTemplate; without it, nobody can log in by SMS',
    ],
    to: '/storage/sms',
  },
  backup: {
    what: ['开启并验证备份', 'Turn on backups and prove one'],
    why: ['出现故障时，只能恢复到最近一次备份', 'After a failure, the last backup is all that can be restored'],
    to: '/job/job-info',
  },
  calendar: {
    what: ['导入工作日历', 'Import the calendar of working days'],
    why: ['办理期限按工作日计算', 'Deadlines count working days'],
    to: '/system/dict?code=holiday',
  },
  heads: {
    what: ['为审核部门指定负责人', 'Name the heads of the reviewing departments'],
    why: ['任务超期时会通知负责人', 'They are told when a task is late'],
    to: '/system/dept',
  },
  officers: {
    what: ['建立审核人员的账号', 'Create the accounts of the reviewers'],
    why: ['没有他们，提交的申报只能由管理员办理', 'Without them, only administrators can review declarations'],
    to: '/system/user',
  },
  experts: {
    what: ['建立至少三名评审专家的账号', 'Create the accounts of at least three experts'],
    why: ['作出评审结论至少需要三份评分', 'A conclusion needs at least three scores'],
    to: '/system/user',
  },
  secondPerson: {
    what: ['为移出项目库安排第二名经办人', 'Appoint a second person for removals from the library'],
    why: ['移出须由另一人确认，一个人不能完成', 'Another person must confirm a removal'],
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

/** The steps that this person has put away, under this name. */
const preference = 'setup-list'

const StepRow = ({ step }: { step: SetupStep }) => {
  const t = useLocalize()
  const { what, why, to } = steps[step]
  return (
    <li className={css.step}>
      {to ? <Link to={to}>{t(what)}</Link> : <span className="bold">{t(what)}</span>}
      <small className="block muted small">{t(why)}</small>
    </li>
  )
}

/**
 * What a new site still lacks; absent once it has everything. A person can put the list away; it comes back with the next step that
 * is missing again.
 */
export const SetupList = ({ lacks }: { lacks: readonly SetupStep[] }) => {
  const t = useLocalize()
  const stored = ownPreference(usePreferences(), preference)?.value as { readonly without?: SetupStep[] } | undefined
  if (lacks.every((step) => stored?.without?.includes(step))) return null
  const done = setupSteps.filter((step) => !lacks.includes(step))
  return (
    <Section
      title={['开通清单', 'Before the site opens']}
      extra={t([`已完成 ${done.length} / ${setupSteps.length} 项`, `${done.length} of ${setupSteps.length} done`])}
    >
      <ol className={css.lines}>
        {lacks.map((step) => (
          <StepRow key={step} step={step} />
        ))}
      </ol>
      {done.length ? (
        <details className={css.done}>
          <summary>{t(['已完成的事项', 'What is done'])}</summary>
          <ol className={css.lines}>
            {done.map((step) => (
              <StepRow key={step} step={step} />
            ))}
          </ol>
        </details>
      ) : null}
      <Button kind="link" onClick={() => void storePreference(preference, { without: lacks }).catch(() => null)}>
        {t(['隐藏清单', 'Put this list away'])}
      </Button>{' '}
      <small className="muted small">
        {t(['出现新的缺项时会再次显示', 'It comes back when something else is missing'])}
      </small>
    </Section>
  )
}
