import { useCallback, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type AnyPart, parts } from '#contract/project/parts.ts'
import { isWithin } from '#contract/project/paths.ts'
import type { Status } from '#contract/project/status.ts'
import type { Extra, Said } from '#web/base/caller.ts'
import { Answered, useTitle } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { type Held, savePart, statusNow, useDocument } from '#web/declaration/documents.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, type FormState } from '#web/form/form-context.ts'
import { type Typed, withValue } from '#web/form/place.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'
import { Chooser } from './chooser.tsx'
import css from './part-page.module.css'
import { SaveState } from './save-state.tsx'
import { useDraft } from './use-draft.ts'

interface Props {
  readonly status: Status
  readonly part: AnyPart
}

/** Faults of one part, with paths inside it. */
const within = (status: Status, code: string, t: ReturnType<typeof useSay>): Said[] =>
  status.missing
    .filter(({ at }) => isWithin(at, [code]))
    .map(({ at, text }) => ({ at: at.slice(code.length + 1), msg: t(text) }))

const Remark = ({ words }: { words: string }) => {
  const t = useSay()
  return (
    <span className={css.remark}>
      <strong>{t(['修改要求：', 'To correct: '])}</strong>
      {words}
    </span>
  )
}

const Editor = ({ status, part, held }: Props & { held: Held }) => {
  const t = useSay()
  const navigate = useNavigate()
  const [faults, setFaults] = useState<readonly Said[]>([])
  const [busy, setBusy] = useState(false)
  const savedAt = status.parts.find(({ code }) => code === part.code)?.savedAt ?? null
  const save = useCallback(
    (typed: Typed, version: number, extra: Extra) => savePart(status.id, part.code, typed, version, extra),
    [status.id, part.code],
  )
  const source = useMemo(() => ({ ...held, savedAt }), [held, savedAt])
  const { draft, tell, flush } = useDraft({ pid: status.id, part: part.code, held: source, save })
  const { editable, remarks } = status

  const state: FormState = {
    faultAt: (at) => faults.find((fault) => fault.at === at)?.msg,
    editable: (at) => (Array.isArray(editable) ? isWithin(`${part.code}.${at}`, editable) : editable === 'all'),
    change: (at, value) => tell({ type: 'typed', change: (typed) => withValue(typed, at.split('.'), value) }),
    beside: (at) => {
      const pinned = remarks.filter((remark) => remark.at === `${part.code}.${at}`)
      return pinned.length ? pinned.map(({ text }) => <Remark key={text} words={text} />) : null
    },
  }
  const list = `?id=${status.id}`
  const back = async () => {
    await flush()
    navigate(list)
  }
  const next = async () => {
    setBusy(true)
    const kept = await flush()
    const now = kept ? await statusNow(status.id).catch(() => null) : null
    setBusy(false)
    if (!now) return
    const found = within(now, part.code, t)
    setFaults(found)
    if (found.length) return
    const following = parts[parts.indexOf(part) + 1]
    navigate(following ? `${list}&part=${following.code}` : list)
  }

  return (
    <>
      {remarks
        .filter(({ at }) => at === part.code)
        .map(({ text }) => (
          <Notice key={text} tone="ask" title={t(['修改要求', 'To correct'])}>
            <p>{text}</p>
          </Notice>
        ))}
      {draft.theirs ? <Chooser part={part} draft={draft} choose={(which) => tell({ type: 'choose', which })} /> : null}
      <FaultSummary faults={faults} />
      <FormContext value={state}>
        <FieldGrid fields={part.fields} typed={draft.typed} />
      </FormContext>
      <div className={css.foot}>
        {editable === 'none' ? null : (
          <Button kind="main" busy={busy} onClick={() => void next()}>
            {t(['完成本部分，下一步', 'Done with this part'])}
          </Button>
        )}
        <Button onClick={() => void back()}>{t(['返回清单', 'Back to the list'])}</Button>
        {editable === 'none' ? null : <SaveState draft={draft} retry={() => void flush()} />}
      </div>
    </>
  )
}

/** One part of the declaration: it saves itself as the person types, and says so. */
export const PartPage = ({ status, part }: Props) => {
  const t = useSay()
  useTitle(part.label)
  const document = useDocument(status.id, part)
  return (
    <>
      <nav aria-label={t(['位置', 'Where you are'])} className={css.trail}>
        <Link to={`?id=${status.id}`}>{t(['填报清单', 'Task list'])}</Link> › {t(part.label)}
      </nav>
      <h1>{t(part.label)}</h1>
      <p className={page.lead}>{t(part.why)}</p>
      <Answered from={document as Parameters<typeof Answered<Held>>[0]['from']}>
        {(held) => <Editor status={status} part={part} held={held} />}
      </Answered>
    </>
  )
}
