import { noticesPath } from '../desk/notice-places.ts'
import type { Text } from '../kit/text.ts'
import type { ColumnType } from '../news/column-types.ts'
import { statementAt } from '../news/place.ts'
import { statementKinds } from '../news/statement-kinds.ts'
import { words } from '../words.ts'

/** A public page. */
export interface PublicPage {
  readonly path: string
  readonly label: Text
  /** Types of the columns that are listed below it. */
  readonly columnTypes?: readonly ColumnType[]
  /** Displays data of one account, so it is excluded from search engines. */
  readonly isPersonal?: true
}

/** The public pages by area; the only source for the page `/siteMap` and for `/sitemap.xml`. */
export const publicAreas: readonly { readonly name: Text; readonly pages: readonly PublicPage[] }[] = [
  {
    name: ['数据总览', 'Overview'],
    pages: [
      { path: '/Home', label: words.home },
      { path: '/projects', label: ['在库项目名单', 'Listed projects'] },
    ],
  },
  {
    name: ['政策与资讯', 'Policy and news'],
    pages: [
      { path: noticesPath, label: ['通知公告', 'Notices'] },
      { path: '/projectList/policy', label: ['政策服务', 'Policy services'], columnTypes: [1, 2] },
      { path: '/technologicalProgress/papers', label: ['技术进展', 'Technology progress'], columnTypes: [3] },
      { path: '/successfulCase/cases', label: ['典型案例', 'Typical cases'], columnTypes: [4] },
    ],
  },
  {
    name: ['办事服务', 'Services'],
    pages: [
      { path: '/addDeclare/project', label: ['项目申报', 'Declare a project'], isPersonal: true },
      { path: '/projectApplication/project', label: ['我的申报', 'My declarations'], isPersonal: true },
      { path: '/lookUp', label: ['申报进度查询', 'Declaration progress'] },
      { path: '/evaluationService/service', label: ['5G工厂评估服务', '5G factory assessment'], columnTypes: [5] },
      { path: '/productTesting/testing', label: ['产品检测', 'Product testing'], columnTypes: [6] },
    ],
  },
  {
    name: ['账号', 'Account'],
    pages: [
      { path: '/registerView/register', label: ['用户注册', 'Registration'] },
      { path: '/authorisationLetter', label: ['授权委托书', 'Letter of authorisation'] },
      { path: '/personalCenter/account', label: ['个人中心', 'Personal center'], isPersonal: true },
    ],
  },
  {
    name: ['关于本站', 'About this site'],
    pages: [
      { path: '/siteMap', label: ['站点地图', 'Site map'] },
      ...statementKinds.map(([code, label]) => ({ path: statementAt(code), label })),
    ],
  },
]

/** The public page that lists columns of this type. */
export const pageOfColumnType = (type: number): PublicPage | undefined =>
  publicAreas.flatMap(({ pages }) => pages).find(({ columnTypes }) => columnTypes?.some((one) => one === type))
