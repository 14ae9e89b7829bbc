import { useSay } from '#web/base/say.ts'
import { Input, Labelled } from '#web/ui/input.tsx'

interface Props {
  readonly name: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly fault: string | undefined
}

/** Which tenant the account belongs to: asked in tenant mode only. */
export const Tenant = ({ fault, ...input }: Props) => {
  const t = useSay()
  return (
    <Labelled label={t(['租户编号', 'Tenant'])} fault={fault}>
      <Input {...input} maxLength={12} autoComplete="organization" />
    </Labelled>
  )
}
