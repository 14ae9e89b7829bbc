import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import type { LazyPage } from '#web/base/page/lazy-page.ts'
import { lazyScreen } from './lazy-screen.ts'

/** A page of the console that belongs to no entity (specification 000, section 2); for every logged-in user. */
export interface ConsolePage {
  /** Pattern of the address; a page reads its parameters with `useParams`. */
  readonly path: string
  /** Title of the page, for the browser's title and the tab; the page reads it with `usePageTitle`. */
  readonly title: Text
  /** Icon in the command palette, which offers the page if it has one. */
  readonly icon?: string
  /** It only leads to another page, so it does not become a tab. */
  readonly isRedirect?: true
  readonly shows: LazyPage
}

interface ProcessPages {
  readonly form: LazyPage
  readonly handle: LazyPage
  readonly detail: LazyPage
}

/** The three pages of a process: start it, work on one of its tasks, view it. */
const processPages = (key: string, [zh, en]: Text, { form, handle, detail }: ProcessPages): ConsolePage[] => [
  { path: `/work/process/${key}/form/:processDefinitionId`, title: [`${zh}：发起`, `${en}: start`], shows: form },
  {
    path: `/work/process/${key}/handle/:taskId/:processInstanceId/:businessId`,
    shows: handle,
    title: [`${zh}：办理`, `${en}: handle`],
  },
  {
    path: `/work/process/${key}/detail/:processInstanceId/:businessId`,
    shows: detail,
    title: [`${zh}：详情`, `${en}: details`],
  },
]

const declarationTask = lazyScreen(() => import('./work/declaration-process.tsx'), 'DeclarationTask')

/** To add a page to the console, add an entry here and its file; screens of entities are in screens.tsx. */
export const pages: readonly ConsolePage[] = [
  {
    path: '/wel/index',
    title: words.home,
    icon: 'home',
    shows: lazyScreen(() => import('./desk/desk.tsx'), 'Desk'),
  },
  {
    path: '/wel/dashboard',
    title: ['数据概览', 'Dashboard'],
    icon: 'desk',
    shows: lazyScreen(() => import('./dashboard/dashboard.tsx'), 'Dashboard'),
  },
  {
    path: '/test/index',
    title: ['系统自检', 'Self-check'],
    icon: 'api',
    shows: lazyScreen(() => import('./self-check/self-check.tsx'), 'SelfCheck'),
  },
  {
    path: '/dict-horizontal/index',
    title: ['字典管理（左右布局）', 'Dictionaries, side by side'],
    shows: lazyScreen(() => import('./system/reference/dict.tsx'), 'SideBySideDictionaries'),
  },
  {
    path: '/dict-vertical/index',
    title: ['字典管理（上下布局）', 'Dictionaries, one below the other'],
    shows: lazyScreen(() => import('./system/reference/dict.tsx'), 'StackedDictionaries'),
  },
  {
    path: '/inbox/messages',
    title: ['消息中心', 'Messages'],
    icon: 'notice',
    shows: lazyScreen(() => import('./inbox/message-page.tsx'), 'MessagePage'),
  },
  {
    path: '/desk/notice/:id',
    title: ['通知公告', 'Notice'],
    shows: lazyScreen(() => import('./desk/notice-page.tsx'), 'NoticePage'),
  },
  {
    path: '/report/report/:id',
    title: ['报表', 'Report'],
    shows: lazyScreen(() => import('./report/report-page.tsx'), 'ReportPage'),
  },
  {
    path: '/report/my-subscriptions',
    title: ['我的订阅', 'My subscriptions'],
    icon: 'report',
    shows: lazyScreen(() => import('./report/my-subscriptions.tsx'), 'MySubscriptions'),
  },
  ...processPages('leave', ['请假', 'Leave'], {
    form: lazyScreen(() => import('./work/leave/leave-form.tsx'), 'LeaveForm'),
    handle: lazyScreen(() => import('./work/leave/leave-task.tsx'), 'LeaveHandlePage'),
    detail: lazyScreen(() => import('./work/leave/leave-task.tsx'), 'LeaveDetailPage'),
  }),
  ...processPages('general', ['通用事项', 'General matter'], {
    form: lazyScreen(() => import('./work/general/matter-start.tsx'), 'MatterStartPage'),
    handle: lazyScreen(() => import('./work/general/matter-task.tsx'), 'MatterHandlePage'),
    detail: lazyScreen(() => import('./work/general/matter-task.tsx'), 'MatterDetailPage'),
  }),
  ...processPages('xmsb', ['项目申报', 'Declaration'], {
    form: lazyScreen(() => import('./work/declaration-process.tsx'), 'DeclarationForm'),
    handle: declarationTask,
    detail: declarationTask,
  }).map((page) => ({ ...page, isRedirect: true as const })),
  ...processPages('recommend', ['项目推荐', 'Recommendation'], {
    form: lazyScreen(() => import('./work/recommend/recommend-form.tsx'), 'RecommendForm'),
    handle: lazyScreen(() => import('./work/recommend/recommend-handle.tsx'), 'RecommendHandlePage'),
    detail: lazyScreen(() => import('./work/recommend/recommend-detail.tsx'), 'RecommendDetailPage'),
  }),
  {
    path: '/info/index',
    title: ['个人信息', 'Personal info'],
    icon: 'user',
    shows: lazyScreen(() => import('./account/personal-info.tsx'), 'PersonalInfo'),
  },
  {
    path: '/myiframe/:routerPath',
    title: ['内嵌页面', 'Embedded page'],
    shows: lazyScreen(() => import('./desk/embedded-page.tsx'), 'EmbeddedPage'),
  },
]
