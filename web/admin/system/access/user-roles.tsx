import { useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import { check } from '#contract/kit/check.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { type GrantEffect, permissionLens } from '#contract/system/permission-lens.ts'
import { user } from '#contract/system/user.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RestoredNotice } from '../../dialog/restored-notice.tsx'
import { Sheet } from '../../dialog/sheet.tsx'
import { useSaveUnsent, useUnsentForm } from '../../dialog/unsent-form.ts'
import { useConfirmLeave } from '../../dialog/use-confirm-leave.ts'
import { rolesDialog } from '../dialog-names.ts'
import { Effect } from './grant-effect.tsx'

const fields = { roleIds: user.calls.grant.input.roleIds } as const

/** The accounts that the dialog edits. */
export type RoleHolder = Pick<RowOf<typeof user>, 'id' | 'account' | 'realName' | 'roleId'>

interface Props {
  readonly people: readonly RoleHolder[]
  readonly close: () => void
}

/** Assigns other roles to accounts, after a preview of the effect. */
export const UserRoles = ({ people, close }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const initialValues = { roleIds: people.length === 1 ? (people[0]?.roleId ?? null) : null }
  const holders = people.map(({ id, account, realName, roleId }) => ({ id, account, realName, roleId }))
  const name = { name: `roles-${people.map(({ id }) => id).join()}`, opened: { dialog: rolesDialog, of: holders } }
  const unsent = useUnsentForm(name)
  const form = useForm({ ...initialValues, ...unsent })
  const isChanged = form.values.roleIds !== initialValues.roleIds
  useSaveUnsent(name, {}, form.values, initialValues, isChanged)
  const leave = useConfirmLeave(isChanged, close)
  const [effect, setEffect] = useState<GrantEffect | null>(null)
  const grantInput = { userIds: people.map(({ id }) => id).join(','), roleIds: String(form.values.roleIds ?? '') }
  const runIfValid = (act: () => Promise<void>) => {
    const { faults } = check(fields as never, { ...form.values }, { mode: 'new' })
    form.setFaults(faults)
    if (faults.length === 0) void form.run(act)
  }
  const save = async () => {
    await ask(user.calls.grant, grantInput)
    toaster.success(t(consoleWords.done))
    void invalidate(user.path)
    close()
  }
  const state = {
    ...form.state,
    change: (at: string, value: unknown) => {
      setEffect(null)
      form.state.change(at, value)
    },
  }
  return (
    <Sheet
      title={t(['角色设置', 'Set roles'])}
      close={() => void leave()}
      of={form}
      save={() => runIfValid(save)}
      more={
        <Button
          busy={form.busy}
          onClick={() => runIfValid(async () => setEffect(await ask(permissionLens.userRoles, grantInput)))}
        >
          {t(['预览影响', 'Preview'])}
        </Button>
      }
    >
      <p>{people.map(({ realName, account }) => `${realName} (${account})`).join(t(['、', ', ']))}</p>
      {unsent ? <RestoredNotice /> : null}
      <FormContext value={state}>
        <FieldGrid fields={fields as never} values={form.values} />
      </FormContext>
      {effect ? <Effect {...effect} /> : null}
    </Sheet>
  )
}
