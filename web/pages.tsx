import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { inBrowser } from './base/local.ts'

type Loaded = LazyExoticComponent<ComponentType>

/** A page whose code is fetched when it is first opened. */
const page = <N extends string>(load: () => Promise<{ readonly [name in N]: ComponentType }>, name: N): Loaded =>
  lazy(async () => {
    const loaded: ComponentType = (await load())[name]
    return { default: loaded }
  })

/** An address of the product (specification 000, section 2). */
export interface Page {
  /** Pattern of the address; a page reads its parameters with `useParams`. */
  readonly path: string
  /** Says what the page is, in the browser's title and on its tab; the page reads it with `useHere`. */
  readonly title: Text
  /**
   * Who may come; nobody without a session unless it is said here. `public`: everybody. `visitor`: whoever is not logged in.
   * `account`: everybody, but what it shows is an account's own, so a visitor is asked there to log in.
   */
  readonly access?: 'public' | 'visitor' | 'account'
  /** The frame around it; a page without one has the window to itself. */
  readonly shell?: 'portal' | 'console'
  /** A page of the console becomes a tab, unless it is marked here. */
  readonly tab?: false
  readonly shows: Loaded
}

const portal = { shell: 'portal' } as const
const console = { shell: 'console' } as const

/** Whether the sign-on site has sent somebody back here, which is always a page opened anew. */
const isReturning = (): boolean => {
  if (!inBrowser) return false
  const query = new URLSearchParams(location.search)
  return query.has('state') && (query.has('code') || query.has('error'))
}

/** The three pages of a process: to begin it, to work on a task of it, to look at it. */
const processPages = (key: string, [zh, en]: Text, shows: Loaded): Page[] => [
  { path: `/work/process/${key}/form/:processDefinitionId`, title: [`${zh}：发起`, `${en}: begin`], ...console, shows },
  {
    ...{ path: `/work/process/${key}/handle/:taskId/:processInstanceId/:businessId`, ...console, shows },
    title: [`${zh}：办理`, `${en}: handle`],
  },
  {
    ...{ path: `/work/process/${key}/detail/:processInstanceId/:businessId`, ...console, shows },
    title: [`${zh}：详情`, `${en}: details`],
  },
]

/** Every address but those of the entities: a new page is one entry here and its file. */
export const pages: readonly Page[] = [
  {
    ...{ path: '/Home', title: words.home, access: 'visitor', ...portal },
    shows: isReturning()
      ? page(() => import('./portal/login/returned.tsx'), 'Returned')
      : page(() => import('./portal/home/home.tsx'), 'Home'),
  },
  {
    ...{ path: '/registerView/:title', title: ['用户注册', 'Registration'], access: 'public', ...portal },
    shows: page(() => import('./portal/register/register.tsx'), 'Register'),
  },
  {
    ...{
      path: '/forcedModification',
      title: ['修改初始密码', 'Change the initial password'],
      access: 'public',
      ...portal,
    },
    shows: page(() => import('./portal/forced-modification.tsx'), 'ForcedModification'),
  },
  {
    ...{ path: '/projectApplication/:title', title: ['我的申报', 'My declarations'], access: 'account', ...portal },
    shows: page(() => import('./portal/applications.tsx'), 'Applications'),
  },
  {
    ...{ path: '/addDeclare/:title', title: ['项目申报', 'Declare a project'], access: 'account', ...portal },
    shows: page(() => import('./portal/declare/declare.tsx'), 'Declare'),
  },
  {
    ...{ path: '/projectDetails/:id', title: ['项目详情', 'Details'], access: 'public', ...portal },
    shows: page(() => import('./portal/project-details.tsx'), 'ProjectDetails'),
  },
  {
    ...{ path: '/projectList/:title', title: ['政策服务', 'Policy services'], access: 'public', ...portal },
    shows: page(() => import('./portal/news/column.tsx'), 'Policies'),
  },
  {
    ...{ path: '/projectList1/:id', title: ['栏目内容', 'Column'], access: 'public', ...portal },
    shows: page(() => import('./portal/news/column.tsx'), 'ColumnPage'),
  },
  {
    ...{
      path: '/technologicalProgress/:title',
      title: ['技术进展', 'Technology progress'],
      access: 'public',
      ...portal,
    },
    shows: page(() => import('./portal/news/progress.tsx'), 'Progress'),
  },
  {
    ...{ path: '/successfulCase/:title', title: ['典型案例', 'Typical cases'], access: 'public', ...portal },
    shows: page(() => import('./portal/news/cases.tsx'), 'CaseList'),
  },
  {
    ...{ path: '/projects', title: ['在库项目名单', 'Listed projects'], access: 'public', ...portal },
    shows: page(() => import('./portal/projects/projects.tsx'), 'Projects'),
  },
  {
    ...{ path: '/lookUp', title: ['申报进度查询', 'Progress of a declaration'], access: 'public', ...portal },
    shows: page(() => import('./portal/look-up.tsx'), 'LookUp'),
  },
  {
    ...{
      path: '/evaluationService/:title',
      title: ['5G工厂评估服务', '5G factory assessment'],
      access: 'public',
      ...portal,
    },
    shows: page(() => import('./portal/not-yet.tsx'), 'EvaluationService'),
  },
  {
    ...{ path: '/productTesting/:title', title: ['产品检测', 'Product testing'], access: 'public', ...portal },
    shows: page(() => import('./portal/not-yet.tsx'), 'ProductTesting'),
  },
  {
    ...{ path: '/myiframe/:routerPath', title: ['内嵌页面', 'Embedded page'], access: 'public', ...portal },
    shows: page(() => import('./portal/embedded/embedded.tsx'), 'Embedded'),
  },
  {
    ...{ path: '/authorize', title: ['应用授权', 'Application access'], access: 'account', ...portal },
    shows: page(() => import('./portal/authorize.tsx'), 'Authorize'),
  },
  {
    ...{ path: '/personalCenter/:title', title: ['个人中心', 'Personal center'], access: 'account', ...portal },
    shows: page(() => import('./portal/personal-center.tsx'), 'PersonalCenter'),
  },
  {
    ...{ path: '/404', title: ['页面不存在', 'Page not found'], access: 'public', ...portal },
    shows: page(() => import('./portal/problems.tsx'), 'NotFound'),
  },
  {
    ...{ path: '/403', title: ['没有访问权限', 'No permission'], access: 'public', ...portal },
    shows: page(() => import('./portal/problems.tsx'), 'Forbidden'),
  },
  {
    ...{ path: '/500', title: ['抱歉，服务出现问题', 'Sorry, the service has a problem'], access: 'public', ...portal },
    shows: page(() => import('./portal/problems.tsx'), 'ServerProblem'),
  },
  {
    ...{ path: '/wel/index', title: words.home, ...console },
    shows: page(() => import('./admin/desk/desk.tsx'), 'Desk'),
  },
  {
    ...{ path: '/wel/dashboard', title: ['数据概览', 'Dashboard'], ...console },
    shows: page(() => import('./admin/desk/dashboard.tsx'), 'Dashboard'),
  },
  {
    ...{ path: '/test/index', title: ['系统自检', 'Self-check'], ...console },
    shows: page(() => import('./admin/check/check.tsx'), 'SelfCheck'),
  },
  {
    ...{ path: '/dict-horizontal/index', title: ['字典管理（横向）', 'Dictionaries, side by side'], ...console },
    shows: page(() => import('./admin/system/dict.tsx'), 'BesideDictionaries'),
  },
  {
    ...{ path: '/dict-vertical/index', title: ['字典管理（纵向）', 'Dictionaries, one below the other'], ...console },
    shows: page(() => import('./admin/system/dict.tsx'), 'StackedDictionaries'),
  },
  {
    ...{ path: '/desk/notice/:id', title: ['通知公告', 'Notice'], ...console },
    shows: page(() => import('./admin/desk/notice-page.tsx'), 'NoticePage'),
  },
  ...processPages(
    'leave',
    ['请假', 'Leave'],
    page(() => import('./admin/work/process.tsx'), 'LeaveProcess'),
  ),
  ...processPages(
    'xmsb',
    ['项目申报', 'Declaration'],
    page(() => import('./admin/work/process.tsx'), 'DeclarationProcess'),
  ),
  {
    ...{ path: '/info/index', title: ['个人信息', 'Personal info'], ...console },
    shows: page(() => import('./admin/account/own-info.tsx'), 'OwnInfo'),
  },
]

/** Where the entities have their screens: the console finds the one of an address by itself. */
export const areas = ['desk', 'system', 'project', 'news', 'storage', 'log'] as const
