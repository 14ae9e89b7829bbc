import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { audit, type ChainFaultKind, type ChainVerification } from '#contract/log/audit.ts'
import { ask, failureOf } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { defaultTenant } from '#web/base/login-calls.ts'
import { useUser } from '#web/base/session.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingNotice, Notice } from '#web/ui/notice.tsx'
import css from './verification.module.css'

/** A check of millions of entries takes minutes. */
const timeoutMs = 180_000

const formatCount = (count: number) => count.toLocaleString('zh-CN')

const reasons: Readonly<Record<ChainFaultKind, (no: number, id: string | null) => Text>> = {
  changed: (no) => [`第 ${no} 条记录的内容与封存时不一致，已被改动`, `Entry ${no} was changed after it was sealed`],
  missing: (no) => [`第 ${no} 条记录已不存在，被删除`, `Entry ${no} is gone`],
  number: (no) => [`第 ${no} 条记录的封存已不存在，被删除`, `The seal of entry ${no} is gone`],
  inserted: (_no, id) => [
    `标识为 ${id} 的记录是事后插入的，不在封存之列`,
    `The entry with the id ${id} was slipped in afterwards`,
  ],
  anchor: (no) => [
    `第 ${no} 条记录的摘要与当时存证的不一致，审计链被重做过`,
    `The hash of entry ${no} is not the one that was kept; the chain was made anew`,
  ],
}

const brokenTitle: Text = ['审计链校验未通过', 'The chain is broken']
const noAnchors: Text = ['尚无此前的存证可供核对。', 'No hash was kept before to check it against.']

const IntactResult = ({ entries, from, to, waiting, anchors }: ChainVerification) => {
  const t = useLocalize()
  const [entryCount, anchorCount, pendingCount] = [entries, anchors, waiting].map(formatCount)
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
        {anchors
          ? t([`与 ${anchorCount} 处存证核对一致。`, `Checked against ${anchorCount} kept hashes.`])
          : t(noAnchors)}
      </p>
      {waiting ? (
        <p>{t([`另有 ${pendingCount} 条刚写入，待封存。`, `${pendingCount} new entries await their seal.`])}</p>
      ) : null}
    </Notice>
  )
}

const VerificationResult = (result: ChainVerification) => {
  const t = useLocalize()
  const { intact, entries, broken } = result
  if (intact) return <IntactResult {...result} />
  const count = formatCount(entries)
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
          `The ${count} entries before it fit. Keep everything as it is and tell whoever is responsible for security.`,
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
    <section className={css.bar} aria-label={t(['审计链校验', 'Verification of the chain'])}>
      <p>
        {t([
          '每条记录写入后即被封存，前后相连；改动、删除或补插任何一条都能查出。',
          'Each entry is sealed after it is written and tied to the one before: a change, a loss or an addition shows.',
        ])}
      </p>
      {mayVerify ? (
        <Button busy={busy} onClick={() => void verify()}>
          <SafetyCertificateOutlined aria-hidden="true" />
          {t(['校验审计链', 'Verify the chain'])}
        </Button>
      ) : null}
      {busy ? <LoadingNotice words={t(['正在逐条校验', 'Walking through the entries'])} /> : null}
      {result ? <VerificationResult {...result} /> : null}
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
    </section>
  )
}
