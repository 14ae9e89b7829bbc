import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { user } from '#contract/system/user.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { screenPathOf } from '#web/base/screen-paths.ts'
import { type AnyRow, titleIn } from '../crud/calls.ts'
import type { Column } from '../crud/table-columns.tsx'
import css from './members.module.css'

type Counts = Readonly<Record<string, number>>

const MemberCounts = createContext<Counts | undefined>(undefined)

/** At most as many as the call answers. */
const maxIds = 200

const idsOf = (rows: readonly AnyRow[]): string[] => rows.flatMap(({ id, children = [] }) => [id, ...idsOf(children)])

interface ProviderProps {
  readonly field: 'roleId' | 'postId'
  readonly rows: readonly AnyRow[] | undefined
  readonly children: ReactNode
}

/** Counts the members of these rows, children included, with one call. */
export const WithMemberCounts = ({ field, rows = [], children }: ProviderProps) => {
  const ids = idsOf(rows).slice(0, maxIds)
  const enabled = useMay()('user') && ids.length > 0
  const { data } = useAnswer(user.calls.memberCounts, { field, ids: ids.join(',') }, { enabled })
  return <MemberCounts value={data}>{children}</MemberCounts>
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
  const number = count.toLocaleString('zh-CN')
  if (!may('user') || count === 0) return number
  return (
    <Link className={css.members} to={`${screenPathOf(user)}?${new URLSearchParams({ [field]: id })}`}>
      {number}
      <span className="hidden-words"> {t([`查看${name}的成员`, `See the members of ${name}`])}</span>
    </Link>
  )
}

const CountCell = ({ field, id, name }: Omit<LinkProps, 'count'>) => {
  const counts = useContext(MemberCounts)
  return counts ? <MembersLink field={field} id={id} name={name} count={counts[id] ?? 0} /> : null
}

/** A column with the number of members of each row, as counted by `WithMemberCounts`. */
export const membersColumn = <T extends AnyEntity>(of: T, field: ProviderProps['field']): Column<T> => ({
  name: 'members',
  label: ['人数', 'People'],
  end: true,
  cell: (row) => <CountCell field={field} id={row.id} name={titleIn(of, row)} />,
})
