import { useEffect, useState } from 'react'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import type { InstanceMoves, StayingInstance } from '#contract/flow/instance-moves.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingNotice, Notice } from '#web/ui/notice.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { RestoredNotice } from '../../dialog/restored-notice.tsx'
import { usePageForm } from '../../dialog/use-page-form.ts'
import type { NamedProcess } from '../process-state.tsx'
import { moveWords } from './version-dialogs.ts'
import css from './versions.module.css'

const { reason } = flowManager.actions.moveInstances.input
const fields = { reason }
const initial = { reason: null }
const maxListed = 100

interface Total extends Pick<InstanceMoves, 'moved' | 'staying'> {
  readonly isComplete: boolean
}
const empty: Total = { moved: 0, staying: [], isComplete: false }

/** Goes through all instances in portions, until none is left or `isCurrent` says no; reports the total after each. */
const runPortions = async (
  next: (after: string | null) => Promise<InstanceMoves>,
  report: (total: Total) => void,
  isCurrent: () => boolean,
) => {
  let total = empty
  let after: string | null = null
  do {
    const portion: InstanceMoves = await next(after)
    after = portion.next
    total = {
      moved: total.moved + portion.moved,
      staying: [...total.staying, ...portion.staying],
      isComplete: after === null,
    }
    if (isCurrent()) report(total)
  } while (after !== null && isCurrent())
}

const from = (after: string | null) => (after === null ? {} : { after })

/** The result of the dry run, which starts with the dialog. */
const usePreview = (processId: string) => {
  const [total, setTotal] = useState(empty)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    const portion = (after: string | null) => ask(flowManager.calls.movableInstances, { processId, ...from(after) })
    runPortions(portion, setTotal, () => isCurrent).catch(
      (failure: unknown) => isCurrent && setError(failureOf(failure).message),
    )
    return () => {
      isCurrent = false
    }
  }, [processId])
  return { total, error }
}

/** The instances that stay, by what keeps them: each reason and its way out are said once. */
const byReason = (instances: readonly StayingInstance[]) => {
  const groups = new Map<string, StayingInstance[]>()
  for (const one of instances) {
    const key = `${one.reason} ${one.advice}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups]
}

const Staying = ({ instances }: { instances: readonly StayingInstance[] }) => {
  const t = useLocalize()
  if (instances.length === 0) return null
  const more = instances.length - maxListed
  return (
    <section>
      <h3>{t(['保留在原版本', 'Staying on their version'])}</h3>
      {byReason(instances.slice(0, maxListed)).map(([key, group]) => (
        <div key={key} className={css.group}>
          <p>{group[0]?.reason}</p>
          <p className="muted small">{group[0]?.advice}</p>
          <ul className={css.list}>
            {group.map(({ processInstanceId, subject, tenantId, version }) => (
              <li key={processInstanceId}>
                <strong>{subject || t([`租户 ${tenantId}`, `Tenant ${tenantId}`])}</strong>
                <span className="muted small">V{version}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {more > 0 ? <p className="muted small">{t([`另有 ${more} 个`, `and ${more} more`])}</p> : null}
    </section>
  )
}

const previewText = ({ moved, staying }: Total): Text => [
  `可迁移 ${moved} 个，保留 ${staying.length} 个`,
  `${moved} can move, ${staying.length} stay`,
]
const resultText = ({ moved, staying }: Total): Text => [
  `已迁移 ${moved} 个，保留 ${staying.length} 个`,
  `${moved} have moved, ${staying.length} stay`,
]

/** Moves the running instances of older versions to the latest: first tried, then made with a reason. */
export const MoveDialog = ({ of: { id, name }, close }: { of: NamedProcess; close: () => void }) => {
  const t = useLocalize()
  const { total, error } = usePreview(id)
  const [result, setResult] = useState<Total | null>(null)
  const { form, state, submit, isRestored } = usePageForm({ name: `move ${id}`, initial, fieldsFor: () => fields })
  const move = async () => {
    const portion = (why: unknown) => (after: string | null) =>
      ask(flowManager.calls.moveInstances, { processId: id, reason: String(why), ...from(after) })
    await submit(({ reason: why }) => runPortions(portion(why), setResult, () => true))
    await invalidate(flowManager.path, flowFollow.path)
  }
  const current = result ?? total
  return (
    <RecordModal
      title={`${t(moveWords)} · ${name}`}
      width={640}
      close={close}
      footer={
        <>
          <Button onClick={close}>{t(words.close)}</Button>
          {total.isComplete && total.moved > 0 && !result?.isComplete ? (
            <Button kind="main" busy={form.busy} onClick={() => void move()}>
              {t([`迁移 ${total.moved} 个`, `Move ${total.moved}`])}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={css.sections}>
        <p>
          {t([
            '未办结的实例改按最新版本继续办理，待办任务、办理人和时限不变；不能对应的实例保留在原版本。',
            'Running instances go on with the latest version; open tasks keep their handlers and deadlines. Those that do not fit stay.',
          ])}
        </p>
        {(error ?? form.refusal) ? <Notice tone="bad" title={error ?? form.refusal} live /> : null}
        {current.isComplete ? (
          <Notice tone={result ? 'good' : 'calm'} title={t(result ? resultText(current) : previewText(current))} live />
        ) : error ? null : (
          <LoadingNotice words={t(result ? resultText(current) : previewText(current))} />
        )}
        {total.isComplete && total.moved > 0 && !result?.isComplete ? (
          <>
            {isRestored ? <RestoredNotice /> : null}
            <FormContext value={state}>
              <FieldGrid fields={fields} values={form.values} />
            </FormContext>
          </>
        ) : null}
        <Staying instances={current.staying} />
      </div>
    </RecordModal>
  )
}
