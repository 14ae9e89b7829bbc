import { matchPath } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { inBrowser } from './base/api/local.ts'
import { type LazyPage, lazyPage } from './base/page/lazy-page.ts'

/** A route of the product (specification 000, section 2). */
export interface Page {
  /** Path pattern; a page reads its parameters with `useParams`. */
  readonly path: string
  /** Title in the browser and on the page's tab; the page reads it with `usePageTitle`. */
  readonly title: Text
  /**
   * Who may open the page; by default only people with a session. `public`: everybody. `visitor`: only people who are not
   * logged in. `account`: everybody, but it shows an account's data, so a visitor is prompted there to log in.
   */
  readonly access?: 'public' | 'visitor' | 'account'
  readonly shows: LazyPage
}

/** Whether this page load is a return from the sign-on site. */
const isReturning = (): boolean => {
  if (!inBrowser) return false
  const query = new URLSearchParams(location.search)
  return query.has('state') && (query.has('code') || query.has('error'))
}

/**
 * Addresses of the console that those who only declare have in the portal: recommendations, whose addresses messages and other
 * programs know (docs/decisions/0120).
 */
export const pathsOfBoth = ['/project/recommend/:id?', '/work/process/recommend/*']

const recommendations = lazyPage(() => import('./portal/recommend/recommend.tsx'), 'Recommend')

/** Every route except those of the console (web/admin/console-pages.tsx). To add a page, add one entry here and its file. */
export const pages: readonly Page[] = [
  {
    path: '/Home',
    title: words.home,
    access: 'visitor',
    shows: isReturning()
      ? lazyPage(() => import('./portal/login/sign-on-return.tsx'), 'Returned')
      : lazyPage(() => import('./portal/home/home.tsx'), 'Home'),
  },
  {
    path: '/registerView/:title',
    title: ['用户注册', 'Registration'],
    access: 'public',
    shows: lazyPage(() => import('./portal/register/register.tsx'), 'Register'),
  },
  {
    path: '/authorisationLetter',
    title: ['授权委托书', 'Letter of authorisation'],
    access: 'public',
    shows: lazyPage(() => import('./portal/register/authorisation-letter.tsx'), 'AuthorisationLetter'),
  },
  {
    path: '/forcedModification',
    title: ['修改初始密码', 'Change the initial password'],
    access: 'public',
    shows: lazyPage(() => import('./portal/forced-modification.tsx'), 'ForcedModification'),
  },
  {
    // for everybody else the console shows its desk at this address (web/routes.tsx)
    path: '/wel/index',
    title: words.myMatters,
    shows: lazyPage(() => import('./portal/my-matters/my-matters.tsx'), 'MyMatters'),
  },
  ...pathsOfBoth.map((path) => ({ path, title: ['项目推荐', 'Recommendations'] as const, shows: recommendations })),
  {
    path: '/projectApplication/:title',
    title: ['我的申报', 'My declarations'],
    access: 'account',
    shows: lazyPage(() => import('./portal/applications.tsx'), 'Applications'),
  },
  {
    path: '/addDeclare/:title',
    title: ['项目申报', 'Declare a project'],
    access: 'account',
    shows: lazyPage(() => import('./portal/declare/declare.tsx'), 'Declare'),
  },
  {
    path: '/projectDetails/:id',
    title: ['项目详情', 'Details'],
    access: 'public',
    shows: lazyPage(() => import('./portal/project-details.tsx'), 'ProjectDetails'),
  },
  {
    path: '/statement/:code',
    // until the page names the statement
    title: words.product,
    access: 'public',
    shows: lazyPage(() => import('./portal/project-details.tsx'), 'Statement'),
  },
  {
    path: '/projectList/:title',
    title: ['政策服务', 'Policy services'],
    access: 'public',
    shows: lazyPage(() => import('./portal/news/published-content.tsx'), 'Policies'),
  },
  {
    path: '/projectList1/:id',
    title: ['栏目内容', 'Column'],
    access: 'public',
    shows: lazyPage(() => import('./portal/news/published-content.tsx'), 'ColumnPage'),
  },
  {
    path: '/technologicalProgress/:title',
    title: ['技术进展', 'Technology progress'],
    access: 'public',
    shows: lazyPage(() => import('./portal/news/column-pages.tsx'), 'Progress'),
  },
  {
    path: '/successfulCase/:title',
    title: ['典型案例', 'Typical cases'],
    access: 'public',
    shows: lazyPage(() => import('./portal/news/column-pages.tsx'), 'CaseList'),
  },
  {
    path: '/projects',
    title: ['在库项目名单', 'Listed projects'],
    access: 'public',
    shows: lazyPage(() => import('./portal/projects/projects.tsx'), 'Projects'),
  },
  {
    path: '/recommend/:id',
    title: ['推荐项目', 'Recommended project'],
    access: 'public',
    shows: lazyPage(() => import('./portal/projects/recommended-project.tsx'), 'RecommendedProject'),
  },
  {
    path: '/lookUp',
    title: ['申报进度查询', 'Declaration progress'],
    access: 'public',
    shows: lazyPage(() => import('./portal/look-up.tsx'), 'LookUp'),
  },
  {
    path: '/evaluationService/:title',
    title: ['5G工厂评估服务', '5G factory assessment'],
    access: 'public',
    shows: lazyPage(() => import('./portal/service-guide/service-guide.tsx'), 'EvaluationService'),
  },
  {
    path: '/productTesting/:title',
    title: ['产品检测', 'Product testing'],
    access: 'public',
    shows: lazyPage(() => import('./portal/service-guide/service-guide.tsx'), 'ProductTesting'),
  },
  {
    path: '/siteMap',
    title: ['站点地图', 'Site map'],
    access: 'public',
    shows: lazyPage(() => import('./portal/site-map.tsx'), 'SiteMap'),
  },
  {
    path: '/myiframe/:routerPath',
    title: ['内嵌页面', 'Embedded page'],
    access: 'public',
    shows: lazyPage(() => import('./portal/embedded-page.tsx'), 'EmbeddedPage'),
  },
  {
    path: '/authorize',
    title: ['应用授权', 'Application access'],
    access: 'account',
    shows: lazyPage(() => import('./portal/authorize.tsx'), 'Authorize'),
  },
  {
    path: '/personalCenter/:title',
    title: ['个人中心', 'Personal center'],
    access: 'account',
    shows: lazyPage(() => import('./portal/personal-center.tsx'), 'PersonalCenter'),
  },
  {
    path: '/messages',
    title: ['消息中心', 'Messages'],
    shows: lazyPage(() => import('./portal/portal-messages.tsx'), 'PortalMessages'),
  },
  {
    path: '/404',
    title: ['页面不存在', 'Page not found'],
    access: 'public',
    shows: lazyPage(() => import('./portal/problems.tsx'), 'NotFound'),
  },
  {
    path: '/403',
    title: ['没有访问权限', 'No permission'],
    access: 'public',
    shows: lazyPage(() => import('./portal/problems.tsx'), 'Forbidden'),
  },
  {
    path: '/500',
    title: ['抱歉，服务出现问题', 'Sorry, the service has a problem'],
    access: 'public',
    shows: lazyPage(() => import('./portal/problems.tsx'), 'ServerProblem'),
  },
]

/** Loads the code of the page at a path. */
export const preloadPage = async (pathname: string): Promise<unknown> =>
  pages.find(({ path }) => matchPath(path, pathname))?.shows.preload()
