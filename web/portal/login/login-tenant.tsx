import { useEffect, useEffectEvent } from 'react'
import { auth, type TenantInfo } from '#contract/auth.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FormField, Input } from '#web/ui/input.tsx'

/** The tenant that owns the domain of this page; undefined outside tenant mode. */
export const useTenantByDomain = (tenantMode: boolean): TenantInfo | undefined =>
  useAnswer(auth.tenant, { domain: location.origin }, { enabled: tenantMode, staleTime: 300_000 }).data

/** Fills in the tenant of the domain once, as soon as it is known; later input stays. */
export const usePreset = (tenantId: string | undefined, set: (tenantId: string) => void): void => {
  const fillIn = useEffectEvent(set)
  useEffect(() => {
    if (tenantId) fillIn(tenantId)
  }, [tenantId])
}

interface Props {
  readonly name: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly fault: string | undefined
}

/** Input for the tenant of the account; used in tenant mode only. */
export const Tenant = ({ fault, ...input }: Props) => {
  const t = useLocalize()
  return (
    <FormField label={t(['租户编号', 'Tenant ID'])} fault={fault}>
      <Input {...input} maxLength={12} autoComplete="organization" />
    </FormField>
  )
}
