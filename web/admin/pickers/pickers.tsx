import { useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import { split } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import type { Outline } from '#web/base/entities/outlines.ts'
import { Loading } from '#web/base/page/page.tsx'
import type { Control, ControlProps } from '#web/form/control.ts'
import { controls } from '#web/form/controls.tsx'
import { usePickerProps } from '#web/form/picker-props.ts'
import { ComboBox, MultipleComboBox } from '#web/ui/combo-box.tsx'
import type { ComboOption } from '#web/ui/combo-box-props.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { pickedTrees } from '../tree/known-trees.ts'
import { type Choice, RefTitle, targetOf, useChoices, useRefTitle, useSearchChoices } from './reference-choices.ts'
import { TreePicker } from './tree-picker.tsx'

interface PickProps extends ControlProps {
  readonly target: Outline
}

const idsOf = (value: unknown): string[] => split(value === null || value === undefined ? '' : String(value))
const joinIds = (ids: readonly string[]) => (ids.length ? ids.join(',') : null)

const flattenChoices = (choices: readonly Choice[], depth = 0): ComboOption[] =>
  choices.flatMap(({ value, title, children }) => [
    { id: value, label: title, depth },
    ...flattenChoices(children ?? [], depth + 1),
  ])

/** The options and the selected row, whose label the field shows; it may be removed, hidden from the user, or not found. */
const useOptionsIncluding = (target: Outline, options: readonly ComboOption[], selectedId: string | null) => {
  const isMissing = selectedId !== null && !options.some(({ id }) => id === selectedId)
  const label = useRefTitle(isMissing ? target : undefined, selectedId ?? '')
  return isMissing ? [{ id: selectedId, label }, ...options] : options
}

/**
 * Picks from a tree or a short list that is loaded whole. A tree is a list indented by depth, which can be searched and read by
 * screen readers like any list.
 */
const ListPicker = (props: PickProps) => {
  const { field, value, onChange, target } = props
  const t = useLocalize()
  const { choices, error } = useChoices(target)
  const look = usePickerProps(props, !choices && !error, error?.message)
  const options = flattenChoices(choices ?? [])
  const isParent = field.kind === 'tree'
  const selectedIds = idsOf(value).filter((one) => !(isParent && one === '0'))
  const isMultiple = field.kind === 'refs'
  const selectedId = isMultiple || !(choices || error) ? null : (selectedIds[0] ?? null)
  const allOptions = useOptionsIncluding(target, options, selectedId)
  if (isMultiple)
    return (
      <MultipleComboBox
        {...look}
        options={options}
        value={selectedIds}
        labelOf={(id) => <RefTitle target={target} id={id} />}
        onChange={(ids) => onChange(joinIds(ids))}
      />
    )
  return (
    <ComboBox
      {...look}
      {...(isParent ? { placeholder: t(consoleWords.topLevel) } : {})}
      options={allOptions}
      value={selectedId}
      onChange={(id) => onChange(id ?? (isParent ? '0' : null))}
    />
  )
}

/** Picks from rows too many to load whole; searches by part of the name, people also by their account. */
const SearchPicker = (props: PickProps) => {
  const { field, value, onChange, target } = props
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { choices, error } = useSearchChoices(target, { text, filters: field.among?.filters, enabled: isOpen })
  const look = usePickerProps(props, isOpen && !choices && !error, error?.message)
  const selectedIds = idsOf(value)
  const isMultiple = field.kind === 'refs'
  const selectedId = isMultiple ? null : (selectedIds[0] ?? null)
  const found = (choices ?? []).map(({ value: id, title }) => ({ id, label: title }))
  const allOptions = useOptionsIncluding(target, found, selectedId)
  const common = { ...look, search: setText, onOpenChange: setOpen }
  if (isMultiple)
    return (
      <MultipleComboBox
        {...common}
        options={found}
        value={selectedIds}
        labelOf={(id) => <RefTitle target={target} id={id} />}
        onChange={(ids) => onChange(joinIds(ids))}
      />
    )
  return <ComboBox {...common} options={allOptions} value={selectedId} onChange={onChange} />
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
  return target.isListable ? <ListPicker {...props} target={target} /> : <SearchPicker {...props} target={target} />
}

/** The rich-text editor, loaded with the first form that needs it. */
const RichTextEditor: Control = lazyComponent(
  async () => (await import('../rich-text/rich-text-editor.tsx')).RichTextEditor,
  Loading,
)

/** The controls of the console's forms: the common ones, and pickers for references. */
export const pickers: Readonly<Record<string, Control>> = {
  ...controls,
  ref: ReferencePicker,
  refs: ReferencePicker,
  tree: ReferencePicker,
  richText: RichTextEditor,
}
