import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import type { AnyEntity, ListedName } from '#contract/kit/entity.ts'
import { user } from '#contract/system/user.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { type AnyRow, titleIn } from '../../entity/calls.ts'
import type { Column } from '../../table/table-columns.tsx'
import css from './members.module.css'

/** The members of a row; undefined if they were not counted. */
type CountOf = (id: string) => number | undefined

const MemberCounts = createContext<CountOf>(() => undefined)

/** At most as many as the call answers. */
const maxIds = 200

const idsOf = (rows: readonly AnyRow[]): string[] => rows.flatMap(({ id, children = [] }) => [id, ...idsOf(children)])

interface ProviderProps {
  readonly field: 'roleId' | 'postId'
  readonly rows: readonly AnyRow[] | undefined
  readonly children: ReactNode
}

/** Counts the members of these rows, children included, with one call; those beyond its limit stay unknown. */
export const WithMemberCounts = ({ field, rows = [], children }: ProviderProps) => {
  const ids = idsOf(rows).slice(0, maxIds)
  const enabled = useMay()('user') && ids.length > 0
  const { data } = useAnswer(user.calls.memberCounts, { field, ids: ids.join(',') }, { enabled })
  const countOf: CountOf = (id) => (data && ids.includes(id) ? (data[id] ?? 0) : undefined)
  return <MemberCounts value={countOf}>{children}</MemberCounts>
}

interface LinkProps {
  /** The filter of the list of users. */
  readonly field: 'roleId' | 'postId' | 'deptId'
  readonly id: string
  readonly name: string
  readonly count: number
}

/** The number of members, which opens the list of users with this filter. */
export const MembersLink = ({ field, id, name, count }: LinkProps) => {
  const t = useLocalize()
  const may = useMay()
  const number = formatNumber(count)
  if (!may('user') || count === 0) return number
  return (
    <Link className={css.members} to={`${screenPathOf(user)}?${new URLSearchParams({ [field]: id })}`}>
      {number}
      <span className="hidden-words"> {t([`查看${name}的成员`, `See the members of ${name}`])}</span>
    </Link>
  )
}

const CountCell = ({ field, id, name }: Omit<LinkProps, 'count'>) => {
  const count = useContext(MemberCounts)(id)
  return count === undefined ? '—' : <MembersLink field={field} id={id} name={name} count={count} />
}

/** A column with the number of members of each row, as counted by `WithMemberCounts`. */
export const membersColumn = <T extends AnyEntity>(
  of: T,
  field: ProviderProps['field'],
  after: ListedName<T['fields']>,
): Column<T> => ({
  name: 'members',
  label: ['人数', 'Members'],
  after,
  end: true,
  cell: (row) => <CountCell field={field} id={row.id} name={titleIn(of, row)} />,
})
