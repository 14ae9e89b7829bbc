import { useState } from 'react'
import type { OutOf } from '#contract/kit/call.ts'
import { webhook } from '#contract/project/webhook.ts'
import { ask, failureOf, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Event = OutOf<typeof webhook.calls.events>[number] & { readonly stateName?: string }

const { events, sendAgain } = webhook.calls

const EventLine = ({ of }: { of: Event }) => (
  <li className="row wrap gap-4 gap-x-16 small">
    <span className="muted">{of.at}</span>
    <span className="anywhere">{of.projectName}</span>
    <span>{of.stageName}</span>
    <span className={of.state === 'undelivered' ? 'bad' : 'muted'}>
      {of.stateName}
      {of.answer ? ` (${of.answer})` : null}
    </span>
  </li>
)

/** The newest events of a webhook; those that were not delivered can be sent again. */
export const WebhookLog = ({ of: id }: { of: string }) => {
  const t = useLocalize()
  const [fault, setFault] = useState<string | null>(null)
  const log = useAnswer(events, { id }, { staleTime: 0 })
  const again = () =>
    ask(sendAgain, { id }).then(
      () => invalidate(events.path),
      (error: unknown) => setFault(failureOf(error).message),
    )
  return (
    <QueryView from={log}>
      {(rows) => (
        <div className="stack gap-8 above-8">
          {fault ? <Notice tone="bad" title={fault} live /> : null}
          {rows.length ? null : <p className="muted small">{t(['还没有事件。', 'No events yet.'])}</p>}
          <ul className="stack gap-4">
            {rows.map((row) => (
              <EventLine key={row.id} of={row} />
            ))}
          </ul>
          {rows.some(({ state }) => state === 'undelivered') ? (
            <p>
              <Button onClick={() => void again()}>
                {t(['重新推送未送达的事件', 'Send again what was not delivered'])}
              </Button>
            </p>
          ) : null}
        </div>
      )}
    </QueryView>
  )
}
