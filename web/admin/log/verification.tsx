import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { audit, type ChainFaultKind, type ChainVerification } from '#contract/log/audit.ts'
import { ask, failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { defaultTenant } from '#web/base/login/login-calls.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { Button } from '#web/ui/button.tsx'
import { ShieldCheckIcon } from '#web/ui/icons.ts'
import { LoadingNotice, Notice } from '#web/ui/notice.tsx'
import css from './verification.module.css'

/** A check of millions of entries takes minutes. */
const timeoutMs = 180_000

const reasons: Readonly<Record<ChainFaultKind, (no: number, id: string | null) => Text>> = {
  changed: (no) => [`第 ${no} 条记录的内容与封存时不一致，已被改动`, `Entry ${no} was changed after it was sealed`],
  missing: (no) => [`第 ${no} 条记录已被删除`, `Entry ${no} was deleted`],
  number: (no) => [`第 ${no} 条记录的封存已被删除`, `The seal of entry ${no} was deleted`],
  inserted: (_no, id) => [
    `标识为 ${id} 的记录是事后插入的，未经封存`,
    `The entry with the ID ${id} was inserted later and is not sealed`,
  ],
  anchor: (no) => [
    `第 ${no} 条记录的摘要与当时的存证不一致，审计链已被重建`,
    `The hash of entry ${no} differs from the one stored as evidence; the chain was rebuilt`,
  ],
}

const brokenTitle: Text = ['审计链校验未通过', 'The chain is broken']
const noAnchors: Text = ['尚无此前的存证可供核对。', 'There is no earlier stored hash to check it against.']

const IntactResult = ({ entries, from, to, waiting, anchors }: ChainVerification) => {
  const t = useLocalize()
  const [entryCount, anchorCount, pendingCount] = [entries, anchors, waiting].map(formatNumber)
  return (
    <Notice
      tone="good"
      title={
        <>
          <span aria-hidden="true">✓ </span>
          {t([`审计链完整，共 ${entryCount} 条`, `The chain is intact: ${entryCount} entries`])}
        </>
      }
      live
    >
      {from && to ? <p>{t([`起止时间：${from} 至 ${to}。`, `From ${from} to ${to}.`])}</p> : null}
      <p>
        {anchors ? t([`与 ${anchorCount} 处存证核对一致。`, `Matches ${anchorCount} stored hashes.`]) : t(noAnchors)}
      </p>
      {waiting ? (
        <p>{t([`另有 ${pendingCount} 条刚写入，待封存。`, `${pendingCount} new entries are not sealed yet.`])}</p>
      ) : null}
    </Notice>
  )
}

const VerificationResult = (result: ChainVerification) => {
  const t = useLocalize()
  const { intact, entries, broken } = result
  if (intact) return <IntactResult {...result} />
  const count = formatNumber(entries)
  return (
    <Notice
      tone="bad"
      title={
        <>
          <span aria-hidden="true">✕ </span>
          {t(brokenTitle)}
        </>
      }
      live
    >
      {broken ? <p>{t(reasons[broken.why](broken.no, broken.id))}</p> : null}
      {broken?.createTime ? (
        <p>{t([`该条记录写入于 ${broken.createTime}。`, `It was written at ${broken.createTime}.`])}</p>
      ) : null}
      <p>
        {t([
          `此前的 ${count} 条核对无误。请保护现场并联系安全负责人。`,
          `The ${count} entries before it are intact. Leave everything as it is and contact your security officer.`,
        ])}
      </p>
    </Notice>
  )
}

/** Verifies on request that no entry of the audit log was altered. */
export const Verification = () => {
  const t = useLocalize()
  // one hash chain covers the entries of all tenants, so only users of the platform's own tenant verify it
  const mayVerify = useUser()?.tenant_id === defaultTenant
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ChainVerification | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const verify = async () => {
    setBusy(true)
    setResult(null)
    setRefusal(null)
    try {
      setResult(await ask(audit.calls.verify, {}, { timeout: timeoutMs }))
    } catch (error) {
      setRefusal(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css.bar} aria-label={t(['审计链校验', 'Verification of the audit chain'])}>
      <p>
        {t([
          '每条记录写入后即封存，并与前一条相连；任何改动、删除或插入都能被发现。',
          'Each entry is sealed and linked to the one before it, so that any change, deletion or insertion is detected.',
        ])}
      </p>
      {mayVerify ? (
        <Button busy={busy} onClick={() => void verify()}>
          <ShieldCheckIcon aria-hidden="true" />
          {t(['校验审计链', 'Verify the chain'])}
        </Button>
      ) : null}
      {busy ? <LoadingNotice words={t(['正在逐条校验', 'Checking every entry'])} /> : null}
      {result ? <VerificationResult {...result} /> : null}
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
    </section>
  )
}
