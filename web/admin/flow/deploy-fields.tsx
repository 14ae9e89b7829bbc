import { consoleWords } from '#contract/console-words.ts'
import { categoryOf, flowDictionary, modes } from '#contract/flow/categories.ts'
import { choice, dict, type Fields, split, text } from '#contract/kit/field.ts'
import { tenant } from '#contract/system/tenant.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import type { Control } from '#web/form/control.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { usePickerProps } from '#web/form/picker-props.ts'
import { MultipleComboBox } from '#web/ui/combo-box.tsx'

/** Tenants by their tenant ids, which are what a deployment is bound to. */
const TenantPicker: Control = ({ value, onChange, disabled }) => {
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

/** What a deployment needs besides the definition: its type, and whose it is. */
export const deployFields = {
  category: dict(...consoleWords.processType, {
    of: flowDictionary,
    required: true,
    message: ['请选择流程类型', 'Choose a process type'],
  }),
  mode: choice('流程模式', 'Mode', {
    choices: modes,
    required: true,
    message: ['请选择流程模式', 'Choose a mode'],
  }),
  tenantIds: text('定制租户', 'Tenants', {
    required: true,
    max: 2000,
    message: ['请选择定制租户', 'Choose the tenants'],
  }),
} as const satisfies Fields

const customMode = 2
export const initialDeployment: FormValues = { category: null, mode: 1, tenantIds: null }

export const deployControls = { tenantIds: TenantPicker } as const

/** A custom process belongs to tenants, a common one to all. */
export const deployFieldsFor = ({ mode }: FormValues): Fields => {
  const { tenantIds, ...common } = deployFields
  return mode === customMode ? { ...common, tenantIds } : common
}

/** The input of the calls that deploy. */
export const deploymentOf = ({ category, mode, tenantIds }: FormValues): { category: string; tenantIds: string } => ({
  category: categoryOf(String(category)),
  tenantIds: mode === customMode ? String(tenantIds ?? '') : '',
})
