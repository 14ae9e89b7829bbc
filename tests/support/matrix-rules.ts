/**
 * Who sees and does what, said once more in plain words and apart from the engine: what the matrix of roles, screens and rows is
 * held against (tests/spec/matrix.test.ts). Nothing here is read from the server's own code.
 */

/** By what of a row somebody comes to see it. */
export type Bound =
  | 'all'
  | 'own'
  | 'department'
  | 'below'
  | 'created'
  | 'organization'
  | 'declaringOperator'
  | 'operator'
  | 'region'
  | 'assigned'

export interface Statement {
  /** The screens his menu has, by the entities they show. */
  readonly screens: 'every' | readonly string[]
  /** What bounds the rows of a screen; a screen that is not named is bounded by nothing. */
  readonly bounds: Readonly<Record<string, { readonly by: Bound; readonly from?: number }>>
  readonly administrator?: true
  /** The entities whose rows he removes, and so finds in their recycle bins and restores. */
  readonly removes: 'every' | readonly string[]
}

/** Stages of a declaration: 5 is with its operator, from 10 on it is submitted. */
const [withOperator, submitted] = [5, 10]

const reviewer: Statement = {
  screens: ['company', 'declaration', 'library'],
  removes: [],
  bounds: {
    declaration: { by: 'region', from: submitted },
    library: { by: 'region' },
    company: { by: 'region' },
  },
}

/** The roles a platform starts with. */
export const seededRoles: Readonly<Record<string, Statement>> = {
  administrator: { screens: 'every', removes: 'every', bounds: {}, administrator: true },
  platform: {
    screens: [
      ...['user', 'dept', 'role', 'post', 'dict', 'param', 'region'],
      ...['notice', 'company', 'template', 'declaration', 'library'],
      ...['column', 'pressRelease', 'fileRelease'],
    ],
    removes: ['user', 'post', 'notice', 'company', 'template', 'library', 'column', 'pressRelease', 'fileRelease'],
    bounds: { declaration: { by: 'all' }, library: { by: 'all' }, company: { by: 'all' } },
  },
  enterprise: {
    screens: ['declaration', 'library'],
    removes: ['declaration'],
    bounds: {
      declaration: { by: 'organization' },
      library: { by: 'organization' },
      company: { by: 'organization' },
    },
  },
  operator: {
    screens: ['declaration', 'library'],
    removes: ['declaration'],
    bounds: {
      declaration: { by: 'declaringOperator' },
      library: { by: 'operator' },
      company: { by: 'organization' },
    },
  },
  city: reviewer,
  province_miit: reviewer,
  province_ca: reviewer,
  expert: { screens: ['declaration'], removes: [], bounds: { declaration: { by: 'assigned', from: submitted } } },
  auditor: { screens: ['audit', 'logApi', 'logUsual', 'logError'], removes: [], bounds: {} },
}

/** What somebody stands for. */
export interface SubjectAttributes {
  readonly id: string
  readonly tenantId: string
  readonly department: string
  readonly below: string
  readonly organization: string | null
  readonly operator: number | null
  readonly region: string | null
}

/** What a row says of people and places. */
export interface Facts {
  readonly id: string
  readonly entity: string
  readonly tenantId: string
  readonly creator: string
  /** The department it was made in; of a person the one he is in, of a department itself. */
  readonly department: string
  readonly organization: string
  readonly operator: number
  readonly city: string
  readonly expert: string
  readonly stage: number
}

/** 320500 lies in 320000, and in itself. */
const isInRegion = (city: string, region: string | null): boolean =>
  region !== null && city.startsWith(region.replace(/(00)+$/, ''))

const matchesBound: Readonly<Record<Bound, (row: Facts, who: SubjectAttributes) => boolean>> = {
  all: () => true,
  // of an account the person himself, of everything else who made it
  own: (row, who) => (row.entity === 'user' ? row.id === who.id : row.creator === who.id),
  created: (row, who) => row.creator === who.id,
  department: (row, who) => row.department === who.department,
  below: (row, who) => [who.department, who.below].includes(row.department),
  organization: (row, who) => row.organization === who.organization,
  operator: (row, who) => row.operator === who.operator,
  // its own, and those it works in; the head office of an operator has no region, and all of them
  declaringOperator: (row, who) =>
    row.organization === who.organization ||
    (row.operator === who.operator && row.stage >= withOperator && (!who.region || isInRegion(row.city, who.region))),
  region: (row, who) => isInRegion(row.city, who.region),
  assigned: (row, who) => row.expert === who.id,
}

/** Whether a row is within somebody's reach; `usually` says whose rows an entity shows who has no bound on it. */
export const canSeeRow = (
  row: Facts,
  who: SubjectAttributes,
  { bounds, administrator }: Statement,
  rowsMode: 'all' | 'scoped' | 'own',
): boolean => {
  if (row.tenantId !== who.tenantId) return false
  if (rowsMode === 'own') return row.creator === who.id
  if (administrator) return true
  const bound = bounds[row.entity]
  if (!bound) return rowsMode === 'all' || row.creator === who.id
  return matchesBound[bound.by](row, who) && (bound.from === undefined || row.stage >= bound.from)
}

export const canOpen = ({ statement: { screens } }: { statement: Statement }, entity: string): boolean =>
  screens === 'every' || screens.includes(entity)

export const canRemove = ({ statement }: { statement: Statement }, entity: string): boolean =>
  statement.removes === 'every' || statement.removes.includes(entity)
