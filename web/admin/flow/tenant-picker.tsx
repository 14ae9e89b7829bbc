import { split } from '#contract/kit/field.ts'
import { tenant } from '#contract/system/tenant.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import type { Control } from '#web/form/control.ts'
import { usePickerProps } from '#web/form/picker-props.ts'
import { MultipleComboBox } from '#web/ui/combo-box.tsx'

/** Tenants by their tenant ids, which are what a deployment is bound to. */
export const TenantPicker: Control = ({ value, onChange, disabled }) => {
  const { data, error } = useAnswer(tenant.calls.select, {}, { staleTime: 60_000 })
  const look = usePickerProps({ disabled }, !data && !error, error?.message)
  const options = (data ?? []).map(({ tenantId, tenantName }) => ({ id: tenantId, label: `${tenantName} ${tenantId}` }))
  return (
    <MultipleComboBox
      {...look}
      options={options}
      value={split(String(value ?? ''))}
      labelOf={(id) => options.find((one) => one.id === id)?.label ?? id}
      onChange={(ids) => onChange(ids.length ? ids.join(',') : null)}
    />
  )
}
