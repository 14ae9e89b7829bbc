import type { Text } from '../kit/text.ts'
import { linkParam, type ParamDefinition, patternParam } from './param-kinds.ts'

const anyLine = /^\S.{0,99}$/
const hidden: Text = ['未设置时页脚不显示。', 'If empty, the footer does not show it.']
const footerParam = (name: Text, what: Text) => ({
  name,
  initial: '',
  description: [`${what[0]}${hidden[0]}`, `${what[1]} ${hidden[1]}`] as const,
})

/** Operator and registration of the site, in the footer of public pages (specification 000, section 2). */
export const siteParams = {
  'site.sponsor': patternParam(
    anyLine,
    ['不超过100字的名称', 'a name of 100 characters at most'],
    footerParam(
      ['主办单位', 'Operated by'],
      ['网站主办单位的全称。', 'The full name of the organisation that runs the site.'],
    ),
  ),
  'site.phone': patternParam(
    /^[\d+][\d\s\-()（）、,，转]{4,59}$/,
    ['电话号码，多个以顿号分隔', 'a phone number, or several separated by commas'],
    footerParam(['联系电话', 'Phone'], ['供公众咨询的联系电话。', 'The phone number for public enquiries.']),
  ),
  'site.icp': patternParam(
    /^[\u4e00-\u9fff]ICP备\d{6,12}号(-\d{1,3})?$/,
    ['形如“京ICP备12345678号-1”的备案号', 'a filing number such as 京ICP备12345678号-1'],
    footerParam(
      ['ICP备案号', 'ICP filing number'],
      [
        '网站开通后应在首页底部标明，并链接至备案管理系统。',
        'By law, shown at the bottom of the home page with a link to the filing system.',
      ],
    ),
  ),
  'site.icpUrl': linkParam({
    name: ['ICP备案链接', 'ICP filing link'],
    description: ['ICP备案号所链接的地址。', 'The address that the ICP filing number links to.'],
    initial: 'https://beian.miit.gov.cn/',
  }),
  'site.psb': patternParam(
    /^[\u4e00-\u9fff]公网安备\s?\d{11,14}号$/,
    ['形如“京公网安备11010802012345号”的备案号', 'a filing number such as 京公网安备11010802012345号'],
    footerParam(
      ['公安备案号', 'Police filing number'],
      [
        '网站开通之日起30日内办理联网备案后取得。',
        'Issued after police filing, which is due within 30 days of the launch of the site.',
      ],
    ),
  ),
  'site.psbUrl': linkParam({
    name: ['公安备案链接', 'Police filing link'],
    description: ['公安备案号所链接的地址。', 'The address that the police filing number links to.'],
    initial: 'https://beian.mps.gov.cn/',
  }),
  'site.idCode': patternParam(
    /^([a-z]{2}\d{8}|\d{10})$/i,
    ['10位网站标识码', 'a site code of 10 characters'],
    footerParam(
      ['网站标识码', 'Site code'],
      ['政府网站的标识码。', 'The identification code of a government website.'],
    ),
  ),
  'site.sitemap': patternParam(
    /^(-|(https?:\/\/|\/(?!\/))[^\s<>"\\]{1,499})$/i,
    [
      '以 / 开头的站内地址、http(s):// 开头的网址，或 -',
      'a path on this site beginning with /, a URL beginning with http(s)://, or -',
    ],
    {
      name: ['站点地图', 'Site map'],
      description: [
        '页脚“站点地图”所链接的地址，默认为本站的站点地图页；填“-”时页脚不显示。',
        'The address that “Site map” in the footer links to, by default the site map page of this site. Enter - to hide the link.',
      ],
      initial: '/siteMap',
    },
  ),
} as const satisfies Readonly<Record<string, ParamDefinition>>
