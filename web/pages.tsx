import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'

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

/** Every address but those of the entities: a new page is one entry here and its file. */
export const pages: readonly Page[] = [
  {
    ...{ path: '/Home', title: words.home, access: 'visitor', ...portal },
    shows: page(() => import('./portal/home/home.tsx'), 'Home'),
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
    ...{ path: '/projectDetails/:id', title: ['申报详情', 'Declaration'], access: 'account', ...portal },
    shows: page(() => import('./portal/details.tsx'), 'Details'),
  },
  {
    ...{ path: '/personalCenter/:title', title: ['个人中心', 'Personal center'], access: 'account', ...portal },
    shows: page(() => import('./portal/personal-center.tsx'), 'PersonalCenter'),
  },
  {
    ...{ path: '/404', title: ['页面不存在', 'Page not found'], access: 'public', ...portal },
    shows: page(() => import('./portal/not-found.tsx'), 'NotFound'),
  },
  {
    ...{ path: '/wel/index', title: words.home, ...console },
    shows: page(() => import('./admin/desk/desk.tsx'), 'Desk'),
  },
  {
    ...{ path: '/info/index', title: ['个人信息', 'Personal info'], ...console },
    shows: page(() => import('./admin/account/own-info.tsx'), 'OwnInfo'),
  },
]

/** Where the entities have their screens: the console finds the one of an address by itself. */
export const areas = ['system', 'project', 'news', 'storage'] as const
