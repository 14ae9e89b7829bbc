import { consoleWords } from '#contract/console-words.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { RegistrationCheck } from '#contract/registration.ts'
import { user } from '#contract/system/user.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useFreshQuery } from '#web/base/api/use-fresh-query.ts'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import { QueryView } from '#web/base/page/page.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../../dialog/form-dialog.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { approvalDialog } from '../dialog-names.ts'
import { RegistrationEvidence } from './registration-evidence.tsx'

/** The accounts that the dialog approves. */
export type Applicant = Pick<RowOf<typeof user>, 'id' | 'account' | 'realName' | 'accountType' | 'region' | 'operator'>

interface NoteProps {
  readonly of: Text
  readonly checks: readonly RegistrationCheck[]
  readonly lacking: readonly Applicant[]
}

interface Props {
  /** Whether they wait, or were refused and are enabled. */
  readonly verb: 'auditPass' | 'enable'
  readonly people: readonly Applicant[]
  readonly close: () => void
  /** Called with the ids of the accounts that can log in now. */
  readonly onDone: (ids: readonly string[]) => void
}

const buttons = {
  auditPass: {
    label: ['审核通过', 'Approve'],
    confirmText: ['确定通过所选账号的注册申请？', 'Approve the selected registrations?'],
  },
  enable: {
    label: ['启用账号', 'Enable'],
    confirmText: [
      '确定重新启用所选账号？启用后可以用原密码登录。',
      'Enable the selected accounts again? They can log in with their previous password.',
    ],
  },
} as const

const { check } = user.actions.auditPass.input

/** What the dialog needs of an account; the other columns of the list are not kept in the browser. */
const factsOf = ({ id, account, realName, accountType, region, operator }: Applicant): Applicant => ({
  ...{ id, account, realName, accountType, region, operator },
})

/** Whether an account needs a region or an operator that it lacks: nothing is open because nothing was said. */
const lacksOperatorFacts = ({ accountType, region, operator }: Applicant): boolean =>
  accountType === 2 && (!region || !operator)

/** The region and the operator that these accounts lack. */
const missingFacts = (lacking: readonly Applicant[]): Fields => {
  const { region, operator } = user.fields
  return {
    ...(lacking.some((one) => !one.region) ? { region: { ...region, required: true } } : {}),
    ...(lacking.some((one) => !one.operator) ? { operator: { ...operator, when: undefined, required: true } } : {}),
  } as Fields
}

/** What the dialog says above its fields. */
const Note = ({ of, checks, lacking }: NoteProps) => {
  const t = useLocalize()
  const names = lacking.map(({ realName, account }) => `${realName} (${account})`)
  return (
    <>
      <p>{t(of)}</p>
      {checks.map((one) => (
        <RegistrationEvidence key={one.id} of={one} />
      ))}
      {checks.some(({ needsCheck }) => needsCheck) ? (
        <p>
          {t([
            '缺少证明材料、未经确认或有异议的，请说明如何核实了申请人的身份。核实记录将写入审计日志。',
            'Where a proof or a confirmation is missing, or somebody objects, say how you have checked who the applicant is. This is audited.',
          ])}
        </p>
      ) : null}
      {lacking.length ? (
        <p>
          {t([
            `以下运营商账号尚未确定职责范围，所选地区和运营商决定其可见数据，总部请选择全国：${names.join('、')}`,
            `These accounts of operators have no responsibilities yet. The region and the operator decide what they see; for a head office select the whole country: ${names.join(', ')}`,
          ])}
        </p>
      ) : null}
    </>
  )
}

/**
 * Approves registrations by what proves them; without a proof or a confirmation, by the officer's own check, which is recorded.
 * Accounts of operators get the region and the operator that they lack.
 */
export const UserApproval = ({ verb, people, close, onDone }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const userIds = people.map(({ id }) => id).join(',')
  const checks = useFreshQuery(user.calls.registrations, { userIds })
  const { label, confirmText } = buttons[verb]
  const title = t(label)
  if (!checks.data)
    return (
      <RecordModal title={title} close={close}>
        <QueryView from={checks}>{() => null}</QueryView>
      </RecordModal>
    )
  const open = checks.data.filter(({ approvedAt }) => approvedAt === null)
  const isRequired = open.some(({ needsCheck }) => needsCheck)
  const lacking = verb === 'auditPass' ? people.filter(lacksOperatorFacts) : []
  const send = async (values: FormValues) => {
    await ask(user.calls[verb], { ...values, userIds } as never)
    toaster.success(t(consoleWords.done))
    onDone(people.map(({ id }) => id))
    void invalidate(user.path, ...deskPaths)
  }
  return (
    <FormDialog
      title={title}
      parts={[{ label: user.label, fields: { check: { ...check, required: isRequired }, ...missingFacts(lacking) } }]}
      initial={{ check: null }}
      form={{
        name: `approval-${userIds}`,
        opened: { dialog: approvalDialog, of: { verb, people: people.map(factsOf) } },
      }}
      mode="new"
      note={<Note of={confirmText} checks={open} lacking={lacking} />}
      ok={t(words.ok)}
      send={send}
      close={close}
    />
  )
}
