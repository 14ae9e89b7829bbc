import { useEffect } from 'react'
import { auth, type TenantInfo } from '#contract/auth.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { FormField, Input } from '#web/ui/input.tsx'

/** What the address this page was opened at says of the tenant; nothing outside of tenant mode. */
export const useTenantByDomain = (tenantMode: boolean): TenantInfo | undefined =>
  useAnswer(auth.tenant, { domain: location.origin }, { enabled: tenantMode, staleTime: 300_000 }).data

/** Fills in the tenant of the address as soon as it is known. */
export const usePreset = (tenantId: string | undefined, set: (tenantId: string) => void): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each tenant; what is typed after that stays
  useEffect(() => {
    if (tenantId) set(tenantId)
  }, [tenantId])
}

interface Props {
  readonly name: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly fault: string | undefined
}

/** Which tenant the account belongs to: asked in tenant mode only. */
export const Tenant = ({ fault, ...input }: Props) => {
  const t = useLocalize()
  return (
    <FormField label={t(['租户编号', 'Tenant'])} fault={fault}>
      <Input {...input} maxLength={12} autoComplete="organization" />
    </FormField>
  )
}
