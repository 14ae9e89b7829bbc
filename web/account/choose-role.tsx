import { useQuery } from '@tanstack/react-query'
import { auth, type NamedItem, type Tokens } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, type Failure, failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { obtainAs } from '#web/base/login/login-calls.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { messageOf, useMessage } from '#web/form/use-localized.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { useLoginForm } from './use-login-form.ts'

const missing = {
  dept: ['请选择部门', 'Please choose the department'],
  role: ['请选择角色', 'Please choose the role'],
} as const satisfies Record<string, Text>

const optionsOf = (items: readonly NamedItem[]) => items.map(({ id, name }) => ({ value: id, label: name }))

interface FormProps {
  readonly refresh: string
  readonly depts: readonly NamedItem[]
  readonly roles: readonly NamedItem[]
  readonly onSelect: (tokens: Tokens) => void
}

const only = (from: readonly NamedItem[]) => (from.length === 1 ? (from[0]?.id ?? '') : '')

const Form = ({ refresh, depts, roles, onSelect }: FormProps) => {
  const t = useLocalize()
  const form = useLoginForm(missing, { dept: only(depts), role: only(roles) })
  const [refusal, setRefusal] = useMessage()
  const { dept, role } = form.values
  const send = () => obtainAs(refresh, dept, role).then(onSelect, (error) => setRefusal(messageOf(failureOf(error))))
  // a person without departments has none to choose
  const required = depts.length ? (['dept', 'role'] as const) : (['role'] as const)
  return (
    <form noValidate className="stack gap-16" onSubmit={form.onSubmit(() => required, send)}>
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      {depts.length ? (
        <FormField label={t(['部门', 'Department'])} fault={form.faults.dept}>
          <Select {...form.input('dept')} options={optionsOf(depts)} placeholder={t(['请选择', 'Please choose'])} />
        </FormField>
      ) : null}
      <FormField label={t(['角色', 'Role'])} fault={form.faults.role}>
        <Select {...form.input('role')} options={optionsOf(roles)} placeholder={t(['请选择', 'Please choose'])} />
      </FormField>
      <Button type="submit" kind="main" busy={form.busy}>
        {t(words.ok)}
      </Button>
    </form>
  )
}

interface Props {
  /** Tokens of the session whose department and role are chosen. */
  readonly access: string
  readonly refresh: string
  readonly onSelect: (tokens: Tokens) => void
}

const read = (access: string) => ask(auth.choices, {}, { headers: { 'blade-auth': `bearer ${access}` } })

/** Chooses the department and role of a session (specification 000, section 2: switch mode). */
export const ChooseRole = ({ access, refresh, onSelect }: Props) => {
  const choices = useQuery<Awaited<ReturnType<typeof read>>, Failure>({
    queryKey: [auth.choices.path, access],
    queryFn: () => read(access),
  })
  return (
    <QueryView from={choices}>{(options) => <Form refresh={refresh} {...options} onSelect={onSelect} />}</QueryView>
  )
}
