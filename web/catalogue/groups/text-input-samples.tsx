import { useState } from 'react'
import { type Field, longText, money, secret, text } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FormField, Input } from '#web/ui/input.tsx'
import { FieldSample } from '../field-sample.tsx'
import { Sample, Section, states } from '../sample.tsx'

interface Kind {
  readonly name: string
  readonly title: Text
  readonly field: Field
  readonly value: Text | number
  readonly long: Text | number
  readonly invalid: unknown
  readonly fault: Text
}

const name: Text = ['江苏澄川5G工厂', 'Chengchuan 5G factory']
const description: Text = [
  '覆盖冲压、焊装、涂装、总装四大车间，部署5G基站和边缘计算平台，实现设备联网、质量检测与能耗管理。',
  'Covers the press, body, paint and assembly shops with 5G base stations and an edge platform for connected machines, inspection and energy management.',
]

const kinds: readonly Kind[] = [
  {
    name: 'text',
    title: ['单行文本', 'Text'],
    field: text('项目名称', 'Project name', { required: true, max: 64 }),
    value: name,
    long: description,
    invalid: '5G',
    fault: ['项目名称至少 4 个字', 'The project name needs at least 4 characters'],
  },
  {
    name: 'number',
    title: ['数字', 'Number'],
    field: money('投资额', 'Investment', 'tenThousandYuan', { required: true }),
    value: 1280,
    long: 123_456_789_012,
    invalid: '12..5',
    fault: ['请输入数字', 'Enter a number'],
  },
  {
    name: 'long-text',
    title: ['多行文本', 'Several lines'],
    field: longText('项目简介', 'Description', { required: true, max: 200 }),
    value: name,
    long: description,
    invalid: `${'5G'.repeat(110)}`,
    fault: ['项目简介不能超过 200 字', 'The description has at most 200 characters'],
  },
  {
    name: 'password',
    title: ['密码', 'Password'],
    field: secret('密码', 'Password', { required: true }),
    value: ['Abc-582Wd', 'Abc-582Wd'],
    long: ['Abcdefgh-582Wd-Abcdefgh-582Wd', 'Abcdefgh-582Wd-Abcdefgh-582Wd'],
    invalid: '582',
    fault: ['密码至少 8 位', 'The password needs at least 8 characters'],
  },
]

const KindSamples = ({ kind }: { kind: Kind }) => {
  const t = useLocalize()
  const { field, fault } = kind
  const [value, long] = [kind.value, kind.long].map((one) => (typeof one === 'number' ? one : t(one)))
  return (
    <Section name={kind.name} title={kind.title}>
      <FieldSample name="plain" label={states.plain} field={{ ...field, required: false }} />
      <FieldSample name="required" label={states.required} field={field} />
      <FieldSample name="filled" label={states.filled} field={field} value={value} />
      <FieldSample name="disabled" label={states.disabled} field={field} value={value} disabled />
      <FieldSample name="invalid" label={states.invalid} field={field} value={kind.invalid} fault={fault} />
      <FieldSample
        name="hint"
        label={states.hint}
        field={field}
        value={value}
        hint={['与批复文件一致', 'As in the approval']}
        note={['与去年的申报不同', 'Differs from the declaration of last year']}
      />
      <FieldSample name="long" label={states.long} field={field} value={long} />
    </Section>
  )
}

const SearchSample = () => {
  const t = useLocalize()
  const [value, setValue] = useState('')
  return (
    <Section name="input" title={['搜索框', 'Search input']}>
      <Sample name="placeholder" label={states.placeholder}>
        <FormField label={t(words.search)}>
          <Input
            value={value}
            onValue={setValue}
            placeholder={t(['搜索项目名称、编号', 'Search project name, number'])}
          />
        </FormField>
      </Sample>
    </Section>
  )
}

export const TextInputSamples = () => (
  <>
    {kinds.map((kind) => (
      <KindSamples key={kind.name} kind={kind} />
    ))}
    <SearchSample />
  </>
)
