import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Fault } from '#contract/kit/fail.ts'
import { type AnyPart, parts } from '#contract/project/parts.ts'
import type { Status } from '#contract/project/status.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { fetchStatus } from '#web/declaration/declaration-status.ts'
import { Button } from '#web/ui/button.tsx'
import { type Draft, isDirty } from './draft.ts'
import { faultsOf } from './part-faults.ts'
import css from './part-foot.module.css'
import { savedTime } from './saved-time.ts'
import type { OpenDraft } from './use-draft.ts'
import { isOpenPart } from './writable.ts'

/** The save state of the user's input, always visible. */
const SaveState = ({ draft, retry }: { draft: Draft; retry: () => void }) => {
  const t = useLocalize()
  const at = draft.savedAt ? savedTime(draft.savedAt) : ''
  const saved = t([`已保存 ${at}`, `Saved ${at}`])
  const message = {
    idle: isDirty(draft) ? t(['保存中…', 'Saving…']) : '',
    saving: t(['保存中…', 'Saving…']),
    saved: isDirty(draft) ? t(['保存中…', 'Saving…']) : saved,
    offline: t(['离线，已存本机', 'Offline, saved on this device']),
    failed: t(['保存失败', 'Not saved']),
    conflict: t(['内容存在冲突，请选择', 'Conflicting versions, please choose one']),
  }[draft.state]
  return (
    <div className={css.state} data-state={draft.state}>
      <span role="status">{message}</span>
      {draft.refusal && draft.state === 'failed' ? <span>{draft.refusal}</span> : null}
      {draft.state === 'failed' || draft.state === 'offline' ? (
        <Button kind="link" onClick={retry}>
          {t(words.retry)}
        </Button>
      ) : null}
    </div>
  )
}

interface Props {
  readonly status: Status
  readonly part: AnyPart
  readonly draft: Draft
  readonly flush: OpenDraft['flush']
  /** Called with the faults of the saved part when the user wants to go on. */
  readonly onFaults: (faults: readonly Fault[]) => void
}

/** After Tab, browsers scroll to the cursor in a text area, not to the whole of it: the bar would cover the rest. */
const useVisibleTextAreas = () =>
  useEffect(() => {
    const reveal = ({ key, target }: KeyboardEvent) => {
      if (key === 'Tab' && target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keyup', reveal)
    return () => document.removeEventListener('keyup', reveal)
  }, [])

/** Saves and goes on to the next open part, or back to the list; shows the save state. */
export const PartFoot = ({ status, part, draft, flush, onFaults }: Props) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  useVisibleTextAreas()
  const list = `?id=${status.id}`
  const isOpen = isOpenPart(status.editable, part.code)
  const nextPart = parts
    .slice(parts.findIndex(({ code }) => code === part.code) + 1)
    .find(({ code }) => isOpenPart(status.editable, code))
  const back = async () => {
    // the list shows what is complete now
    if (await flush()) await fetchStatus(status.id).catch(() => null)
    navigate(list)
  }
  const next = async () => {
    setBusy(true)
    const isSaved = await flush()
    const currentStatus = isSaved ? await fetchStatus(status.id).catch(() => null) : null
    setBusy(false)
    if (!currentStatus) return
    const partFaults = faultsOf(currentStatus, part.code)
    onFaults(partFaults)
    if (partFaults.length) return
    navigate(nextPart ? `${list}&part=${nextPart.code}` : list)
  }
  return (
    <div className={css.foot}>
      {isOpen ? (
        <Button kind="main" busy={busy} onClick={() => void next()}>
          {nextPart
            ? t(['保存并填写下一部分', 'Save and continue'])
            : t(['保存并完成本部分', 'Save and finish this part'])}
        </Button>
      ) : null}
      <Button onClick={() => void back()}>{t(['返回清单', 'Back to the list'])}</Button>
      {isOpen ? <SaveState draft={draft} retry={() => void flush()} /> : null}
    </div>
  )
}
