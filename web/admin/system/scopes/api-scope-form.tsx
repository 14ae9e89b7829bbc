import { type AddressChoice, apiScope } from '#contract/system/api-scope.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { Control } from '#web/form/control.ts'
import { usePickerProps } from '#web/form/picker-props.ts'
import { ComboBox } from '#web/ui/combo-box.tsx'
import type { ComboOption } from '#web/ui/combo-box-props.ts'
import type { FormOptions } from '../../dialog/form-options.ts'

const branchOf = (path: string) => `${path.slice(0, path.lastIndexOf('/'))}/**`

interface Addresses {
  readonly options: ComboOption[] | undefined
  readonly error: string | undefined
  readonly isLoading: boolean
}

/** The addresses of the resource `owner`, each branch before its addresses; those of the whole server if it has none. */
const useAddresses = (owner: string | undefined): Addresses => {
  const t = useLocalize()
  const { data, error } = useAnswer(apiScope.calls.addresses, {}, { staleTime: 300_000 })
  const branches = new Map<string, AddressChoice[]>()
  for (const one of data ?? []) branches.set(branchOf(one.path), [...(branches.get(branchOf(one.path)) ?? []), one])
  const hasOwnAddress = ([, addresses]: [string, AddressChoice[]]) => addresses.some((one) => one.owner === owner)
  const sorted = [...branches].sort()
  const own = sorted.filter(hasOwnAddress)
  const options = (own.length ? own : sorted).flatMap(([branch, addresses]) => [
    {
      id: branch,
      label: t([
        `${branch}  下属全部 ${addresses.length} 个接口`,
        `${branch}  all ${addresses.length} addresses below`,
      ]),
    },
    ...addresses.map(({ path, method, label }) => ({ id: path, label: `${path}  ${method} ${label}` })),
  ])
  return { options: data && options, error: error?.message, isLoading: !data && !error }
}

/** Preview: how many addresses the scope would guard, and which roles would lose access. */
const Effect = ({ scopePath }: { scopePath: string }) => {
  const t = useLocalize()
  const { data, error } = useAnswer(apiScope.calls.effect, { scopePath })
  if (error) return <p className="above-4 muted">{error.message}</p>
  if (!data) return null
  const excludedRoles = data.closes.map(({ name, people }) => t([`${name}（${people} 人）`, `${name} (${people})`]))
  return (
    <p className="above-4 muted" role="status">
      {t([`受控接口 ${data.addresses.length} 个。`, `Protects ${data.addresses.length} addresses. `])}
      {excludedRoles.length
        ? t([
            `未获此权限的角色将不能再调用：${excludedRoles.join('、')}。`,
            `Roles without this scope can no longer call them: ${excludedRoles.join(', ')}.`,
          ])
        : t(['现有角色不受影响。', 'No role is affected.'])}
    </p>
  )
}

/** Picks an address of this server, or a branch of addresses, by its path or its name. */
const AddressPicker: Control = (props) => {
  const { field, value, onChange } = props
  const { options = [], error, isLoading } = useAddresses(field.of)
  const look = usePickerProps(props, isLoading, error)
  const selected = value ? String(value) : null
  // a stored address of another resource stays visible
  const isListed = !selected || options.some(({ id }) => id === selected)
  return (
    <>
      <ComboBox
        {...look}
        options={isListed ? options : [{ id: selected, label: selected }, ...options]}
        value={selected}
        onChange={onChange}
      />
      {selected ? <Effect scopePath={selected} /> : null}
    </>
  )
}

export const apiScopeForm = (): FormOptions => ({
  controls: { scopePath: AddressPicker },
  // `of` limits the addresses to those of the scope's resource
  fields: (fields, { resourceCode }) =>
    fields.scopePath ? { ...fields, scopePath: { ...fields.scopePath, of: String(resourceCode ?? '') } } : fields,
})
