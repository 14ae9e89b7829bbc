import { Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Field, split } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import type { Control, ControlProps } from '#web/form/control.ts'
import { controls } from '#web/form/controls.tsx'
import { useFieldContext } from '#web/ui/input.tsx'
import { LoadingNotice } from '#web/ui/notice.tsx'
import css from './pickers.module.css'
import { type Choice, targetOf, useChoices, useRefTitle, useSearchChoices } from './reference-choices.ts'
import { pickedTrees } from './tree/known-trees.ts'
import { TreePicker } from './tree/tree-picker.tsx'

export const RefWords = ({ field, id }: { field: Field; id: string }) => useRefTitle(targetOf(field.of), id)

interface PickProps extends ControlProps {
  readonly target: AnyEntity
}

/** Common props of all pickers: label and error ids, texts, and the popup container. */
export const usePickerProps = ({ disabled }: { disabled: boolean }) => {
  const t = useLocalize()
  const { id, describedBy, bad } = useFieldContext()
  return {
    id,
    disabled,
    'aria-describedby': describedBy,
    'aria-invalid': bad || undefined,
    ...(bad ? { status: 'error' as const } : {}),
    className: css.pick ?? '',
    allowClear: true,
    placeholder: t(['请选择', 'Please choose']),
    notFoundContent: t(['没有可选项', 'No options']),
    // inside the dialog or page, so that screen readers find the popup there; .ant-modal itself takes no clicks
    getPopupContainer: (node: HTMLElement) => node.closest<HTMLElement>('.ant-modal-container, main') ?? document.body,
  }
}

const idsOf = (value: unknown): string[] => split(value === null || value === undefined ? '' : String(value))
const joinIds = (ids: readonly string[]) => (ids.length ? ids.join(',') : null)

interface Option {
  readonly value: string
  readonly label: string
  readonly depth: number
}

const flattenChoices = (choices: readonly Choice[], depth = 0): Option[] =>
  choices.flatMap(({ value, title, children }) => [
    { value, label: title, depth },
    ...flattenChoices(children ?? [], depth + 1),
  ])

/**
 * Picks from a tree or a short list that is loaded whole. A tree is a list indented by depth: screen readers can read a list of
 * options, but not the library's tree select.
 */
const ListPicker = (props: PickProps) => {
  const { field, value, onChange, target } = props
  const t = useLocalize()
  const look = usePickerProps(props)
  const { choices, error } = useChoices(target)
  const isParent = field.kind === 'tree'
  const isMultiple = field.kind === 'refs'
  const selectedIds = idsOf(value).filter((one) => !(isParent && one === '0'))
  return (
    <Select<string | string[] | null, Option>
      {...look}
      {...(isParent ? { placeholder: t(['顶级', 'Top level']) } : {})}
      {...(isMultiple ? { mode: 'multiple' as const } : {})}
      loading={!choices && !error}
      notFoundContent={error ? error.message : choices ? look.notFoundContent : t(words.loading)}
      options={flattenChoices(choices ?? [])}
      value={isMultiple ? selectedIds : (selectedIds[0] ?? null)}
      showSearch={{ optionFilterProp: 'label' }}
      optionRender={({ data }) => <span style={{ paddingInlineStart: data.depth * 16 }}>{data.label}</span>}
      onChange={(next) => onChange(Array.isArray(next) ? joinIds(next) : (next ?? (isParent ? '0' : null)))}
    />
  )
}

const RefTitle = ({ target, id }: { target: AnyEntity; id: string }) => useRefTitle(target, id)

/** Picks from rows too many to load whole; searches by part of the name. */
const SearchPicker = (props: PickProps) => {
  const { field, value, onChange, target } = props
  const look = usePickerProps(props)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const { choices, error } = useSearchChoices(target, text, open)
  const isMultiple = field.kind === 'refs'
  const selectedOptions = idsOf(value).map((id) => ({ value: id, label: <RefTitle target={target} id={id} /> }))
  return (
    <Select<{ value: string } | { value: string }[] | null>
      {...look}
      {...(isMultiple ? { mode: 'multiple' as const } : {})}
      labelInValue
      value={isMultiple ? selectedOptions : (selectedOptions[0] ?? null)}
      options={(choices ?? []).map(({ value: id, title }) => ({ value: id, label: title }))}
      notFoundContent={error?.message ?? look.notFoundContent}
      showSearch={{ filterOption: false, onSearch: setText }}
      onOpenChange={setOpen}
      onChange={(next) => onChange(joinIds([next ?? []].flat().map(({ value: id }) => id)))}
    />
  )
}

/** A reference to rows of another entity. */
export const ReferencePicker: Control = (props) => {
  const may = useMay()
  const target = targetOf(props.field.of)
  if (!target) return null
  const tree = pickedTrees[target.name]
  const access = tree?.call.access
  // users who may not see the tree pick from the rows they may see
  if (tree && typeof access === 'object' && access.perm.some(may)) return <TreePicker {...props} tree={tree} />
  const isListable = target.verbs.includes('tree') || target.verbs.includes('select')
  return isListable ? <ListPicker {...props} target={target} /> : <SearchPicker {...props} target={target} />
}

const RichTextEditor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }))

/** The rich-text editor, loaded with the first form that needs it. */
const Rich: Control = (props) => {
  const t = useLocalize()
  return (
    <Suspense fallback={<LoadingNotice words={t(words.loading)} />}>
      <RichTextEditor {...props} />
    </Suspense>
  )
}

/** The controls of the console's forms: the common ones, and pickers for references. */
export const pickers: Readonly<Record<string, Control>> = {
  ...controls,
  ref: ReferencePicker,
  refs: ReferencePicker,
  tree: ReferencePicker,
  richText: Rich,
}
