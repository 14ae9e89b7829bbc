import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { reportPath } from '#contract/report/report-path.ts'
import { reportSubscription, type Subscribed } from '#contract/report/report-subscription.ts'
import { rhythmText } from '#contract/report/rhythm.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView, usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import css from './published-reports.module.css'
import { SubscriptionActions } from './subscription-actions.tsx'

const states: Readonly<Record<Subscribed['state'], readonly [Tone, Text]>> = {
  active: ['good', ['已开启', 'Active']],
  paused: ['calm', ['已暂停', 'Paused']],
  stopped: ['bad', ['已停止', 'Stopped']],
}

const Entry = ({ of }: { readonly of: Subscribed }) => {
  const t = useLocalize()
  const [tone, state] = states[of.state]
  const next: Text = [`下次 ${of.nextAt?.slice(0, 16)}`, `next at ${of.nextAt?.slice(0, 16)}`]
  return (
    <li>
      <p className="row wrap gap-8">
        <Link to={reportPath(of.reportId)}>{of.name}</Link>
        <Tag tone={tone}>{t(state)}</Tag>
      </p>
      <p className="muted small">
        {[t(rhythmText(of)), of.format, ...(of.nextAt ? [t(next)] : [])].join(t(['，', ', ']))}
      </p>
      {of.reason ? <p className="small">{of.reason}</p> : null}
      <SubscriptionActions of={of} />
    </li>
  )
}

const entryOf = (of: Subscribed) => <Entry key={of.id} of={of} />
const empty: Text = [
  '尚未订阅报表。打开一张报表，选择“订阅”，即可定期收到文件。',
  'You have no subscription. Open a report and choose “Subscribe” to receive it as a file.',
]

/** The reports that the user receives as files. */
export const MySubscriptions = () => {
  const t = useLocalize()
  const title = usePageTitle()
  return (
    <>
      <PageHead title={title} />
      <QueryView from={useAnswer(reportSubscription.calls.list)}>
        {(all) => (all.length ? <ul className={css.list}>{all.map(entryOf)}</ul> : <p className="muted">{t(empty)}</p>)}
      </QueryView>
    </>
  )
}
