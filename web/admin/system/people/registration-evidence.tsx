import { proofKinds, type RegistrationCheck } from '#contract/registration.ts'
import { user } from '#contract/system/user.ts'
import { words } from '#contract/words.ts'
import { openFile } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './registration-evidence.module.css'

/** What proves that one applicant may act for the organisation. */
export const RegistrationEvidence = ({ of }: { of: RegistrationCheck }) => {
  const t = useLocalize()
  const { account, realName, unitName, organizationCode, proof, answers, isFirst, needsCheck, approvedAt, checkNote } =
    of
  const kind = proofKinds.find(([value]) => value === proof?.kind)?.[1]
  return (
    <Notice tone={approvedAt ? 'calm' : needsCheck ? 'ask' : 'good'} title={`${realName} (${account})`}>
      <dl className={css.evidence}>
        <dt>{t(user.fields.unitName.label)}</dt>
        <dd>{[unitName, organizationCode].filter(Boolean).join(' ') || t(words.none)}</dd>
        <dt>{t(['证明材料', 'Supporting documents'])}</dt>
        <dd>
          {proof && kind ? (
            <>
              {t(kind)}{' '}
              <Button kind="link" onClick={() => void openFile(proof.id, proof.name)}>
                {proof.name}
              </Button>{' '}
              {proof.createTime}
            </>
          ) : (
            t(['未提交', 'None'])
          )}
        </dd>
        {answers.length || !approvedAt ? <dt>{t(['本单位经办人', 'Clerks of the organisation'])}</dt> : null}
        {answers.map((answer) => (
          <dd key={answer.account}>
            {answer.name} ({answer.account}) {t(answer.agrees ? ['已确认', 'confirmed'] : ['有异议', 'objects'])}{' '}
            {answer.createTime} {answer.reason}
          </dd>
        ))}
        {answers.length || approvedAt ? null : (
          <dd>
            {t(isFirst ? ['本单位首个账号', 'The first account of the organisation'] : ['尚未答复', 'No answer yet'])}
          </dd>
        )}
        {approvedAt ? (
          <>
            <dt>{t(['审核通过', 'Approved'])}</dt>
            <dd>{approvedAt}</dd>
          </>
        ) : null}
        {checkNote ? (
          <>
            <dt>{t(user.actions.auditPass.input.check.label)}</dt>
            <dd>{checkNote}</dd>
          </>
        ) : null}
      </dl>
    </Notice>
  )
}
