import { App } from 'antd'
import { useState } from 'react'
import { check } from '#contract/kit/check.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { type GrantEffect, permissionLens } from '#contract/system/permission-lens.ts'
import { user } from '#contract/system/user.ts'
import { words } from '#contract/words.ts'
import { ask, forget } from '#web/base/caller.ts'
import { useSay } from '#web/base/say.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Over } from '../crud/over.tsx'
import { Effect } from './grant-effect.tsx'
import css from './role-grant.module.css'

const fields = { roleIds: user.calls.grant.takes.roleIds } as const

interface Props {
  readonly people: readonly RowOf<typeof user>[]
  readonly close: (done: boolean) => void
}

/** Other roles for accounts, and what they would change. */
export const UserRoles = ({ people, close }: Props) => {
  const t = useSay()
  const { message } = App.useApp()
  const form = useForm({ roleIds: people.length === 1 ? (people[0]?.roleId ?? null) : null })
  const [effect, setEffect] = useState<GrantEffect | null>(null)
  const asked = { userIds: people.map(({ id }) => id).join(','), roleIds: String(form.typed.roleIds ?? '') }
  const checked = (act: () => Promise<void>) => {
    const { faults } = check(fields as never, { ...form.typed }, { mode: 'new' })
    form.setFaults(faults.map(({ at, text }) => ({ at, msg: t(text) })))
    if (faults.length === 0) void form.run(act)
  }
  const save = async () => {
    await ask(user.calls.grant, asked)
    message.success(t(words.done))
    void forget(user.path)
    close(true)
  }
  const state = {
    ...form.state,
    change: (at: string, value: unknown) => {
      setEffect(null)
      form.state.change(at, value)
    },
  }
  return (
    <Over
      title={t(['角色配置', 'Set roles'])}
      close={() => close(false)}
      footer={
        <div className={css.foot}>
          <Button onClick={() => close(false)}>{t(words.cancel)}</Button>
          <Button
            busy={form.busy}
            onClick={() => checked(async () => setEffect(await ask(permissionLens.userRoles, asked)))}
          >
            {t(['预览影响', 'Preview'])}
          </Button>
          <Button kind="main" busy={form.busy} onClick={() => checked(save)}>
            {t(words.save)}
          </Button>
        </div>
      }
    >
      <p>{people.map(({ realName, account }) => `${realName} (${account})`).join(t(['、', ', ']))}</p>
      {form.refusal ? <Notice tone="bad" title={form.refusal} live /> : null}
      <FormContext value={state}>
        <FieldGrid fields={fields as never} typed={form.typed} />
      </FormContext>
      {effect ? <Effect {...effect} /> : null}
    </Over>
  )
}
