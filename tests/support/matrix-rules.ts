/**
 * The expected permissions, written independently of the engine: the matrix of roles, screens and rows compares them with the
 * responses of the server (tests/spec/matrix.test.ts). Nothing here is derived from server code.
 */

/** The property of a row that makes it visible to a user. */
export type Bound =
  | 'all'
  | 'own'
  | 'department'
  | 'ownOrDepartment'
  | 'below'
  | 'created'
  | 'organization'
  | 'declaringOperator'
  | 'operator'
  | 'region'
  | 'assigned'

export interface Statement {
  /** The screens in the menu, by entity. */
  readonly screens: 'every' | readonly string[]
  /** The row restriction of each screen; screens not listed have none. */
  readonly bounds: Readonly<Record<string, { readonly by: Bound; readonly from?: number }>>
  readonly administrator?: true
  /** The entities whose rows the role may remove, and so see in the recycle bin and restore. */
  readonly removes: 'every' | readonly string[]
}

/** Stages of a declaration: 5 awaits the operator, from 10 on it is submitted. */
const [withOperator, submitted] = [5, 10]

/** The screens of everybody who works with processes. */
const tasks = [
  ...['leave', 'generalMatter', 'workStart', 'workWaiting', 'workClaim', 'workTodo', 'workSend', 'workDone'],
  ...['matterLedger', 'commonOpinion'],
]
/** The same for who may have a deputy. */
const work = [...tasks, 'deputy']

const reviewer: Statement = {
  screens: ['batch', 'batchQuota', 'company', 'declaration', 'library', 'privateNetwork', 'stageStay', ...work],
  removes: ['commonOpinion'],
  bounds: {
    declaration: { by: 'region', from: submitted },
    batchQuota: { by: 'region' },
    library: { by: 'region' },
    privateNetwork: { by: 'region' },
    company: { by: 'region' },
    commonOpinion: { by: 'ownOrDepartment' },
  },
}

/** Reviewers of a province also recommend projects, and see their own recommendations. */
const provinceReviewer: Statement = { ...reviewer, screens: [...reviewer.screens, 'recommend'] }

/** The roles a platform starts with. */
export const seededRoles: Readonly<Record<string, Statement>> = {
  administrator: { screens: 'every', removes: 'every', bounds: {}, administrator: true },
  platform: {
    screens: [
      ...['user', 'dept', 'role', 'post', 'dict', 'param', 'region'],
      ...[
        'notice',
        'company',
        'template',
        'batch',
        'batchQuota',
        'publicNotice',
        'stageStay',
        'declaration',
        'library',
        'privateNetwork',
        'recommend',
      ],
      ...['column', 'pressRelease', 'fileRelease', 'statement'],
      ...['lockedAccount', 'loginLog', 'onlineUser', 'flowFollow', 'report'],
      ...work,
    ],
    removes: [
      ...[
        'user',
        'post',
        'notice',
        'company',
        'template',
        'batch',
        'batchQuota',
        'publicNotice',
        'library',
        'privateNetwork',
      ],
      ...['column', 'pressRelease', 'fileRelease', 'report', 'commonOpinion'],
    ],
    bounds: {
      declaration: { by: 'all' },
      batchQuota: { by: 'all' },
      library: { by: 'all' },
      privateNetwork: { by: 'all' },
      company: { by: 'all' },
      recommend: { by: 'all' },
      commonOpinion: { by: 'ownOrDepartment' },
    },
  },
  enterprise: {
    screens: ['declaration', 'library', 'privateNetwork'],
    removes: ['declaration', 'privateNetwork'],
    bounds: {
      declaration: { by: 'organization' },
      library: { by: 'organization' },
      privateNetwork: { by: 'organization' },
      company: { by: 'organization' },
    },
  },
  operator: {
    screens: [
      'declaration',
      'library',
      'privateNetwork',
      'recommend',
      'workStart',
      'workWaiting',
      'workTodo',
      'workSend',
    ],
    removes: ['declaration', 'privateNetwork'],
    bounds: {
      declaration: { by: 'declaringOperator' },
      library: { by: 'operator' },
      privateNetwork: { by: 'operator' },
      company: { by: 'organization' },
    },
  },
  city: reviewer,
  province_miit: provinceReviewer,
  province_ca: provinceReviewer,
  expert: {
    screens: ['declaration', ...tasks],
    removes: ['commonOpinion'],
    bounds: { declaration: { by: 'assigned', from: submitted }, commonOpinion: { by: 'own' } },
  },
  auditor: { screens: ['audit', 'logApi', 'logUsual', 'logError', 'loginLog'], removes: [], bounds: {} },
}

/** The attributes of a user that row restrictions compare. */
export interface SubjectAttributes {
  readonly id: string
  readonly tenantId: string
  readonly department: string
  readonly below: string
  readonly organization: string | null
  readonly operator: number | null
  readonly region: string | null
}

/** The attributes of a row that row restrictions compare. */
export interface Facts {
  readonly id: string
  readonly entity: string
  readonly tenantId: string
  readonly creator: string
  /** The department where the row was created; of a user their department, of a department itself. */
  readonly department: string
  readonly organization: string
  readonly operator: number
  readonly city: string
  readonly expert: string
  readonly stage: number
}

/** 320500 is in 320000 and in itself. */
const isInRegion = (city: string, region: string | null): boolean =>
  region !== null && city.startsWith(region.replace(/(00)+$/, ''))

const matchesBound: Readonly<Record<Bound, (row: Facts, who: SubjectAttributes) => boolean>> = {
  all: () => true,
  // an account belongs to its user, everything else to its creator
  own: (row, who) => (row.entity === 'user' ? row.id === who.id : row.creator === who.id),
  created: (row, who) => row.creator === who.id,
  department: (row, who) => row.department === who.department,
  ownOrDepartment: (row, who) => row.creator === who.id || row.department === who.department,
  below: (row, who) => [who.department, who.below].includes(row.department),
  organization: (row, who) => row.organization === who.organization,
  operator: (row, who) => row.operator === who.operator && isInRegion(row.city, who.region),
  // its own declarations, and those of its region that it takes part in
  declaringOperator: (row, who) =>
    row.organization === who.organization ||
    (row.operator === who.operator && row.stage >= withOperator && isInRegion(row.city, who.region)),
  region: (row, who) => isInRegion(row.city, who.region),
  assigned: (row, who) => row.expert === who.id,
}

/** Whether a user can see a row; `rowsMode` is the default of the entity for users without a restriction. */
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
