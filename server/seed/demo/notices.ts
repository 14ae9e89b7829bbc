import { wireTime } from '../../base/process/clock.ts'
import type { App } from '../../engine/context.ts'

const day = 86_400_000

/** Days ago, kind (dictionary notice), title, text. */
const notices = [
  [
    1,
    1,
    '关于开展年度5G工厂项目申报的通知',
    '<p>各有关单位：</p><p>年度5G工厂项目申报工作已开始，请登录平台<strong>“我的申报”</strong>在线填报。</p><h2>申报要求</h2><ol><li>如实填写项目信息，上传清晰完整的证明材料；</li><li>涉及运营商的内容须经对应运营商确认；</li><li>逾期系统自动关闭填报入口。</li></ol><blockquote><p>本通知为演示内容，不代表任何机构的正式文件。</p></blockquote>',
  ],
  [
    4,
    6,
    '平台例行维护安排',
    '<p>平台定于本周六 00:00—02:00 进行例行维护，期间暂停服务。请提前保存正在填写的内容。</p><p>本通知为演示内容。</p>',
  ],
  [
    9,
    4,
    '关于加强账号安全管理的提示',
    '<h2>请各单位注意</h2><ul><li>账号专人专用，不得转借；</li><li>定期修改密码，发现异常登录及时处理；</li><li>离岗人员的账号请及时停用。</li></ul><p>本通知为演示内容。</p>',
  ],
  [20, 3, '转发：工业互联网安全分类分级管理有关要求', '<p>请各单位结合实际做好自查与定级工作。本通知为演示内容。</p>'],
] as const

/** Seeds the notices that every logged-in user sees in the bell. */
export const seedNotices = async ({ db }: Pick<App, 'db'>): Promise<void> => {
  const at = (days: number) => wireTime(new Date(Date.now() - days * day))
  await db
    .insertInto('notice')
    .values(
      notices.map(([days, category, title, content]) => ({
        title,
        category,
        content,
        releaseTime: at(days),
        status: 1,
      })),
    )
    .execute()
}
