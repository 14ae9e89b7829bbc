import { useRef } from 'react'
import type { Tokens } from '#contract/auth.ts'
import { words } from '#contract/words.ts'
import { useLoginForm } from '#web/account/use-login-form.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { defaultTenant, obtainByPhone } from '#web/base/login/login-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Tenant, usePreset } from './login-tenant.tsx'
import { CodeField, missingForCode, PhoneField, usePhoneCode } from './phone-code.tsx'

interface Props {
  readonly tenantMode: boolean
  readonly captcha: boolean
  /** Id of the tenant that owns this domain. */
  readonly preset: string | undefined
  readonly obtain: (tokens: Promise<Tokens>) => Promise<boolean>
}

/** Login by phone and a code sent to it; needs no picture, so that users who cannot see one can use it (docs/decisions/0047). */
export const ByPhone = ({ tenantMode, captcha, preset, obtain }: Props) => {
  const t = useLocalize()
  const form = useLoginForm(missingForCode, { tenant: defaultTenant, phone: '', value: '' })
  usePreset(preset, (tenantId) => form.set('tenant', tenantId))
  const box = useRef<HTMLFormElement>(null)
  const { tenant, phone, value } = form.values
  const code = usePhoneCode({ purpose: 'login', captcha, tenantId: tenant, phone, form: box })
  const required = [...(tenantMode ? (['tenant'] as const) : []), ...(['phone', 'value'] as const)]
  const send = () => obtain(obtainByPhone(tenant, phone, code.receiptId, value))
  return (
    <form ref={box} noValidate className="stack gap-16" onSubmit={form.onSubmit(() => required, send)}>
      {tenantMode ? <Tenant {...form.input('tenant')} fault={form.faults.tenant} /> : null}
      <PhoneField input={form.input('phone')} fault={form.faults.phone ?? code.refusal ?? undefined} />
      <CodeField
        input={form.input('value')}
        fault={form.faults.value}
        code={code}
        onRequest={() => form.check(box.current, ['phone']) && void code.request()}
      />
      <Button type="submit" kind="main" busy={form.busy}>
        {form.busy ? t(['正在登录', 'Logging in']) : t(words.login)}
      </Button>
    </form>
  )
}
