import { useState } from 'react'
import { type Choice, choice, codes, flag } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { usePickerProps } from '#web/form/picker-props.ts'
import { MultipleComboBox } from '#web/ui/combo-box.tsx'
import { FormField } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { FieldSample, SampleField } from '../field-sample.tsx'
import { OpenSample, Sample, Section, states } from '../sample.tsx'

const fault = ['请选择一项', 'Choose one'] as const

const few: readonly Choice[] = [
  ['flow', ['流程型', 'Process']],
  ['discrete', ['离散型', 'Discrete']],
  ['mixed', ['混合型（流程与离散相结合的生产方式）', 'Mixed (combines process and discrete production)']],
]
const many: readonly Choice[] = [
  ['raw', ['原材料', 'Raw materials']],
  ['equipment', ['装备制造', 'Equipment']],
  ['consumer', ['消费品', 'Consumer goods']],
  ['electronics', ['电子信息', 'Electronics']],
  ['energy', ['能源', 'Energy']],
  ['mining', ['采矿', 'Mining']],
  ['port', ['港口', 'Ports']],
  ['build', ['建筑', 'Construction']],
  ['steel', ['钢铁冶炼与压延加工', 'Smelting and rolling of ferrous metals']],
]
const mode = choice('生产方式', 'Production mode', { choices: few, required: true })
const industry = choice('所属行业', 'Industry', { choices: many, required: true })

const SelectSamples = () => (
  <Section name="select" title={['下拉选择', 'Select']}>
    <FieldSample name="placeholder" label={states.placeholder} field={{ ...mode, required: false }} />
    <FieldSample name="filled" label={states.filled} field={mode} value="flow" />
    <FieldSample name="disabled" label={states.disabled} field={mode} value="flow" disabled />
    <FieldSample name="invalid" label={states.invalid} field={mode} fault={fault} />
    <FieldSample name="long" label={states.long} field={mode} value="mixed" />
  </Section>
)

const openList = (box: HTMLElement) => box.querySelector<HTMLElement>('[data-combo]')?.click()

const ComboSamples = () => (
  <Section name="combo" title={['可搜索的选择', 'Combo box']}>
    <FieldSample name="placeholder" label={states.placeholder} field={{ ...industry, required: false }} />
    <FieldSample name="filled" label={states.filled} field={industry} value="port" />
    <FieldSample name="disabled" label={states.disabled} field={industry} value="port" disabled />
    <FieldSample name="invalid" label={states.invalid} field={industry} fault={fault} />
    <FieldSample name="long" label={states.long} field={industry} value="steel" />
    <OpenSample name="combo" label={['展开', 'Opened']} act={openList}>
      <SampleField name="open" field={industry} value="port" />
    </OpenSample>
  </Section>
)

interface MultipleProps {
  readonly initial?: readonly string[]
  readonly disabled?: boolean
  readonly fault?: string
}

const MultipleSample = ({ initial = [], disabled = false, fault: words }: MultipleProps) => {
  const t = useLocalize()
  const [value, setValue] = useState(initial)
  const options = many.map(([id, label]) => ({ id: String(id), label: t(label) }))
  return (
    <FormField label={t(['应用行业', 'Industries'])} fault={words}>
      <MultipleComboBox
        {...usePickerProps({ disabled })}
        options={options}
        value={value}
        onChange={setValue}
        labelOf={(id) => options.find((option) => option.id === id)?.label}
      />
    </FormField>
  )
}

const MultipleSamples = () => {
  const t = useLocalize()
  return (
    <Section name="multiple" title={['多选', 'Several choices']}>
      <Sample name="placeholder" label={states.placeholder}>
        <MultipleSample />
      </Sample>
      <Sample name="filled" label={states.filled}>
        <MultipleSample initial={['raw', 'energy']} />
      </Sample>
      <Sample name="disabled" label={states.disabled}>
        <MultipleSample initial={['raw', 'energy']} disabled />
      </Sample>
      <Sample name="invalid" label={states.invalid}>
        <MultipleSample fault={t(fault)} />
      </Sample>
      <Sample name="long" label={states.long}>
        <MultipleSample initial={['steel', 'raw', 'equipment', 'consumer', 'electronics']} />
      </Sample>
      <OpenSample name="multiple" label={['展开', 'Opened']} act={openList}>
        <MultipleSample initial={['raw']} />
      </OpenSample>
    </Section>
  )
}

const isShared = flag('是否共建共享', 'Shared network', { required: true })
const grantTypes = codes('授权方式', 'Grant types', { of: 'grant', required: true })

const RadioSamples = () => (
  <Section name="radio" title={['单选与复选', 'Radio buttons and checkboxes']}>
    <FieldSample name="radio" label={['单选', 'Radio buttons']} field={isShared} />
    <FieldSample name="radio-filled" label={['单选，已选', 'Radio buttons, chosen']} field={isShared} value={1} />
    <FieldSample
      name="radio-disabled"
      label={['单选，不可用', 'Radio buttons, disabled']}
      field={isShared}
      value={0}
      disabled
    />
    <FieldSample
      name="radio-invalid"
      label={['单选，校验未通过', 'Radio buttons, invalid']}
      field={isShared}
      fault={fault}
    />
    <FieldSample name="checkbox" label={['复选', 'Checkboxes']} field={grantTypes} value="password,refresh_token" />
    <FieldSample
      name="checkbox-disabled"
      label={['复选，不可用', 'Checkboxes, disabled']}
      field={grantTypes}
      value="password"
      disabled
    />
    <FieldSample
      name="checkbox-invalid"
      label={['复选，校验未通过', 'Checkboxes, invalid']}
      field={grantTypes}
      fault={fault}
    />
  </Section>
)

const SwitchSample = ({
  name,
  initial,
  ...rest
}: {
  name: string
  initial: boolean
  disabled?: boolean
  busy?: boolean
}) => {
  const [isOn, setOn] = useState(initial)
  return <Switch name={name} checked={isOn} onChange={setOn} {...rest} />
}

const SwitchSamples = () => {
  const t = useLocalize()
  const name = t(['启用', 'Enabled'])
  return (
    <Section name="switch" title={['开关', 'Switch']}>
      <Sample name="off" label={['关', 'Off']}>
        <SwitchSample name={name} initial={false} />
      </Sample>
      <Sample name="on" label={['开', 'On']}>
        <SwitchSample name={name} initial />
      </Sample>
      <Sample name="off-disabled" label={['关，不可用', 'Off, disabled']}>
        <SwitchSample name={name} initial={false} disabled />
      </Sample>
      <Sample name="on-disabled" label={['开，不可用', 'On, disabled']}>
        <SwitchSample name={name} initial disabled />
      </Sample>
      <Sample name="busy" label={states.busy}>
        <SwitchSample name={name} initial busy />
      </Sample>
    </Section>
  )
}

export const ChoiceSamples = () => (
  <>
    <SelectSamples />
    <ComboSamples />
    <MultipleSamples />
    <RadioSamples />
    <SwitchSamples />
  </>
)
