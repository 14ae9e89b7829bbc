import { matchPath } from 'react-router'
import { kebab, type Text } from '#contract/kit/text.ts'
import { type Outline, outlines } from '#web/base/entities/outlines.ts'
import type { LazyPage } from '#web/base/page/lazy-page.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { figuresTitle } from './project/stays/stay-places.ts'

export interface Screen {
  /** Pattern of the address; the screen reads its parameters with `useMatch(at)`. */
  readonly at: string
  readonly shows: LazyPage
  /** Label of its tab, if no menu names it. */
  readonly label?: Text
  /** False if its list opens no form of a new row: rows are uploaded, declared in the portal, or added below another row. */
  readonly hasAddForm?: false
}

/** Custom screens. An entity that is not listed gets the default screen. */
export const screens: readonly Screen[] = [
  {
    at: '/project/declaration',
    shows: lazyScreen(() => import('./project/declaration.tsx'), 'Declarations'),
    hasAddForm: false,
  },
  {
    at: '/project/declaration/:id',
    shows: lazyScreen(() => import('./project/review.tsx'), 'Review'),
    label: ['申报审核', 'Review'],
  },
  { at: '/project/batch', shows: lazyScreen(() => import('./project/batch.tsx'), 'Batches') },
  {
    at: '/project/batch/:id/order',
    shows: lazyScreen(() => import('./project/recommendation-order.tsx'), 'RecommendationOrderPage'),
    label: ['推荐顺序', 'Order of recommendation'],
  },
  {
    at: '/project/batch/:id/scores',
    shows: lazyScreen(() => import('./project/batch-scores.tsx'), 'BatchScoresPage'),
    label: ['评审汇总', 'Table of the scores'],
  },
  { at: '/project/batch-quota', shows: lazyScreen(() => import('./project/batch-quota.tsx'), 'BatchQuotas') },
  {
    at: '/project/public-notice',
    shows: lazyScreen(() => import('./project/notice/public-notice.tsx'), 'PublicNotices'),
  },
  {
    at: '/project/public-notice/:id',
    shows: lazyScreen(() => import('./project/notice/public-notice.tsx'), 'NoticePage'),
    label: ['公示公告', 'Public notices'],
  },
  { at: '/project/stage-stay', shows: lazyScreen(() => import('./project/stays/stage-stay.tsx'), 'StageStays') },
  {
    at: '/project/stage-stay/figures',
    shows: lazyScreen(() => import('./project/stays/stay-figures.tsx'), 'StayFigures'),
    label: figuresTitle,
  },
  { at: '/system/user', shows: lazyScreen(() => import('./system/people/user.tsx'), 'Users') },
  { at: '/system/role', shows: lazyScreen(() => import('./system/access/role.tsx'), 'Roles') },
  { at: '/system/post', shows: lazyScreen(() => import('./system/people/post.tsx'), 'Posts') },
  { at: '/system/dept', shows: lazyScreen(() => import('./system/people/dept.tsx'), 'Departments') },
  { at: '/system/menu', shows: lazyScreen(() => import('./system/menus/menu.tsx'), 'Menus') },
  { at: '/system/top-menu', shows: lazyScreen(() => import('./system/menus/top-menu.tsx'), 'TopMenus') },
  {
    at: '/system/data-scope',
    shows: lazyScreen(() => import('./system/scopes/data-scope.tsx'), 'DataScopes'),
    hasAddForm: false,
  },
  {
    at: '/system/api-scope',
    shows: lazyScreen(() => import('./system/scopes/api-scope.tsx'), 'ApiScopes'),
    hasAddForm: false,
  },
  {
    at: '/system/permission-lens',
    shows: lazyScreen(() => import('./system/lens/permission-lens.tsx'), 'PermissionLens'),
  },
  { at: '/system/param', shows: lazyScreen(() => import('./system/reference/param.tsx'), 'Parameters') },
  {
    at: '/system/dict',
    shows: lazyScreen(() => import('./system/reference/dict.tsx'), 'Dictionaries'),
    hasAddForm: false,
  },
  { at: '/system/client', shows: lazyScreen(() => import('./system/tenants/client.tsx'), 'Clients') },
  {
    at: '/system/dict-biz',
    shows: lazyScreen(() => import('./system/reference/dict.tsx'), 'BusinessDictionaries'),
    hasAddForm: false,
  },
  { at: '/system/tenant', shows: lazyScreen(() => import('./system/tenants/tenant.tsx'), 'Tenants') },
  {
    at: '/system/tenant-package',
    shows: lazyScreen(() => import('./system/tenants/tenant-package.tsx'), 'TenantPackages'),
  },
  {
    at: '/system/region',
    shows: lazyScreen(() => import('./system/reference/region.tsx'), 'Regions'),
    hasAddForm: false,
  },
  { at: '/storage/attach', shows: lazyScreen(() => import('./storage/attach.tsx'), 'Attachments'), hasAddForm: false },
  { at: '/storage/oss', shows: lazyScreen(() => import('./storage/oss.tsx'), 'Storages') },
  { at: '/storage/sms', shows: lazyScreen(() => import('./storage/sms.tsx'), 'Providers') },
  { at: '/job/job-overview', shows: lazyScreen(() => import('./job/job-overview.tsx'), 'JobOverview') },
  { at: '/job/job-server', shows: lazyScreen(() => import('./job/job-server.tsx'), 'JobServers') },
  { at: '/job/job-info', shows: lazyScreen(() => import('./job/job-info.tsx'), 'ScheduledJobs') },
  { at: '/job/job-instance', shows: lazyScreen(() => import('./job/job-instance.tsx'), 'JobRuns') },
  {
    at: '/job/job-container',
    shows: lazyScreen(() => import('./job/job-container.tsx'), 'ExternalProcessors'),
  },
  { at: '/work/deputy', shows: lazyScreen(() => import('./work/deputy.tsx'), 'Deputies') },
  { at: '/work/common-opinion', shows: lazyScreen(() => import('./work/common-opinion.tsx'), 'CommonOpinions') },
  { at: '/work/matter-ledger', shows: lazyScreen(() => import('./work/matter-ledger.tsx'), 'MatterLedger') },
  { at: '/desk/leave', shows: lazyScreen(() => import('./desk/leave.tsx'), 'LeaveRequests') },
  { at: '/desk/general-matter', shows: lazyScreen(() => import('./desk/general-matter.tsx'), 'GeneralMatters') },
  { at: '/log/audit', shows: lazyScreen(() => import('./log/audit.tsx'), 'Audit') },
  { at: '/log/log-error', shows: lazyScreen(() => import('./log/log-error.tsx'), 'ErrorLog') },
  { at: '/log/log-usual', shows: lazyScreen(() => import('./log/log-usual.tsx'), 'EventLog') },
  { at: '/log/log-api', shows: lazyScreen(() => import('./log/log-api.tsx'), 'CallLog') },
  { at: '/news/press-release', shows: lazyScreen(() => import('./news/press-release.tsx'), 'PressReleases') },
  { at: '/news/file-release', shows: lazyScreen(() => import('./news/file-release.tsx'), 'FileReleases') },
  { at: '/news/statement', shows: lazyScreen(() => import('./news/statement.tsx'), 'Statements'), hasAddForm: false },
  { at: '/project/recommend', shows: lazyScreen(() => import('./project/recommend.tsx'), 'Recommendations') },
  { at: '/project/template', shows: lazyScreen(() => import('./project/template.tsx'), 'Templates') },
  {
    at: '/project/private-network',
    shows: lazyScreen(() => import('./project/private-network.tsx'), 'PrivateNetworks'),
  },
  { at: '/project/company', shows: lazyScreen(() => import('./project/company.tsx'), 'Companies') },
  { at: '/project/library', shows: lazyScreen(() => import('./project/library.tsx'), 'Library') },
  {
    at: '/system/locked-account',
    shows: lazyScreen(() => import('./system/people/locked-account.tsx'), 'LockedAccounts'),
  },
  { at: '/report/report', shows: lazyScreen(() => import('./report/report.tsx'), 'Reports') },
  {
    at: '/report/published-reports',
    shows: lazyScreen(() => import('./report/published-reports.tsx'), 'PublishedReports'),
  },
  { at: '/develop/datasource', shows: lazyScreen(() => import('./develop/datasource.tsx'), 'DataSources') },
  { at: '/develop/data-model', shows: lazyScreen(() => import('./develop/data-model.tsx'), 'DataModels') },
  {
    at: '/develop/code-generation',
    shows: lazyScreen(() => import('./develop/code-generation.tsx'), 'CodeGeneration'),
  },
  { at: '/log/login-log', shows: lazyScreen(() => import('./log/login-log.tsx'), 'LoginLog') },
  { at: '/log/online-user', shows: lazyScreen(() => import('./log/online-user.tsx'), 'OnlineUsers') },
  {
    at: '/flow/flow-model',
    shows: lazyScreen(() => import('./flow/flow-model.tsx'), 'ProcessModels'),
    hasAddForm: false,
  },
  { at: '/flow/flow-deploy', shows: lazyScreen(() => import('./flow/flow-deploy.tsx'), 'DeployFiles') },
  { at: '/flow/flow-manager', shows: lazyScreen(() => import('./flow/flow-manager.tsx'), 'DeployedProcesses') },
  { at: '/flow/flow-follow', shows: lazyScreen(() => import('./flow/flow-follow.tsx'), 'RunningInstances') },
  { at: '/work/work-waiting', shows: lazyScreen(() => import('./work/work-waiting.tsx'), 'WaitingMatters') },
  { at: '/work/work-start', shows: lazyScreen(() => import('./work/work-start.tsx'), 'StartProcess') },
  { at: '/work/work-claim', shows: lazyScreen(() => import('./work/work-claim.tsx'), 'TasksToClaim') },
  { at: '/work/work-todo', shows: lazyScreen(() => import('./work/work-todo.tsx'), 'TasksToDo') },
  { at: '/work/work-send', shows: lazyScreen(() => import('./work/work-send.tsx'), 'StartedProcesses') },
  { at: '/work/work-done', shows: lazyScreen(() => import('./work/work-done.tsx'), 'FinishedTasks') },
]

export const screenAt = (path: string): Screen | undefined => screens.find(({ at }) => matchPath(at, path))

type Place = Pick<Outline, 'area' | 'name'>

/** Whether the command palette can open the form of a new row on the screen of an entity. */
export const hasAddForm = (entity: Place): boolean => screenAt(screenPathOf(entity))?.hasAddForm !== false

/** The entity of an address, by its area and name: /system/data-scope, or a subpath of it. */
export const entityAt = (path: string): Outline | undefined => {
  const [area, name] = path.split('/').slice(1)
  return outlines.find((one) => one.area === area && kebab(one.name) === name)
}

/** Whether the address is the entity's own screen and not a subpath. */
export const isScreenOf = (entity: Place, path: string): boolean => path === screenPathOf(entity)
