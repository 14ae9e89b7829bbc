import { useState } from 'react'
import { Link } from 'react-router'
import { type Proof, proofKinds, proofRules, registration } from '#contract/registration.ts'
import { secrecyNotice } from '#contract/secrecy.ts'
import { acceptOf, formatFault } from '#contract/storage/file-formats.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { sendFile } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { messageOf, useMessage } from '#web/form/use-localized.ts'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'

interface Props {
  /** From a registration, or from a login with the right password. */
  readonly registrationKey: string
  readonly initial: Proof | null
  /** Receives the key of the next change. */
  readonly onKey: (nextKey: string) => void
}

/** The proof that was handed in, and the function that sends another one. */
const useProof = ({ registrationKey, initial, onKey }: Props) => {
  const [proof, setProof] = useState(initial)
  const [refusal, setRefusal] = useMessage()
  const [sending, setSending] = useState<Proof['kind'] | null>(null)
  const send = async (kind: Proof['kind'], file: File) => {
    const fault = formatFault(proofRules, file.name)
    const text = fault ?? (file.size > proofRules.limit ? proofRules.tooLong : null)
    setRefusal(text && { text })
    if (text) return
    setSending(kind)
    const endpoint = { ...registration.proof, path: `${registration.proof.path}?kind=${kind}` }
    try {
      const answer = await sendFile(endpoint as never, file, { headers: { 'registration-key': registrationKey } })
      const { key, proof: stored } = answer as { readonly key: string; readonly proof: Proof }
      setProof(stored)
      onKey(key)
    } catch (error) {
      setRefusal(messageOf(failureOf(error)))
    } finally {
      setSending(null)
    }
  }
  return { proof, refusal, sending, send }
}

/** Hands in what proves that the applicant may act for the organisation: a letter of authorisation or a business licence. */
export const ProofUpload = (props: Props) => {
  const t = useLocalize()
  const { proof, refusal, sending, send } = useProof(props)
  const kind = proofKinds.find(([value]) => value === proof?.kind)?.[1]
  return (
    <section className={page.form} aria-labelledby="proof">
      <h2 id="proof">{t(['证明材料', 'Supporting documents'])}</h2>
      <p>
        {t([
          '请上传加盖公章的授权委托书，或营业执照。也可稍后用账号和密码登录时补交；未提交的，由管理员电话核实。本单位已有账号的，也可由其经办人确认。请勿上传涉密文件。',
          'Please hand in the sealed letter of authorisation or the business licence. You can also do it later, at a login with your account and password; without it an administrator checks by phone. If your organisation has an account already, its clerks can confirm you instead. Do not upload classified files.',
        ])}
      </p>
      <p>
        <Link to="/authorisationLetter" target="_blank">
          {t(['打印空白授权委托书', 'Print a blank letter of authorisation'])}
        </Link>
      </p>
      {proof ? (
        <Notice tone="good" live title={t(['已提交', 'Submitted'])}>
          <Facts
            isLarge
            of={[
              [kind ?? ['文件', 'File'], proof.name],
              [['上传时间', 'Uploaded'], proof.createTime],
            ]}
          />
          <p>
            {t([
              '如需更换，请重新上传，新文件将替换已提交的文件。',
              'To replace it, upload another file; only the last one counts.',
            ])}
          </p>
        </Notice>
      ) : null}
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      <div className={page.actions}>
        {proofKinds.map(([kind, label]) => (
          <ChooseFile
            key={kind}
            accept={acceptOf(proofRules.extensions)}
            describedBy="proof-formats"
            busy={sending === kind}
            disabled={sending !== null}
            onSelect={([file]) => file && void send(kind, file)}
          >
            {t([`上传${label[0]}`, `Upload: ${label[1]}`])}
          </ChooseFile>
        ))}
      </div>
      <small id="proof-formats" className="muted">
        {t([
          '支持 pdf、jpg、png，不超过 5 MB；只有审核人员和您本人可以查看。',
          'pdf, jpg or png, up to 5 MB; only those who approve and you can read it.',
        ])}{' '}
        {t(secrecyNotice)}
      </small>
    </section>
  )
}
