import type { Text } from './kit/text.ts'

/** Texts used by more than one screen. A text of one screen belongs to that screen's declaration. */
export const words = {
  product: ['5G+工业互联网公共服务平台', '5G + Industrial Internet Public Service Platform'],
  home: ['首页', 'Home'],
  myMatters: ['我的办件', 'My matters'],
  login: ['登录', 'Log in'],
  register: ['注册', 'Register'],
  logout: ['退出登录', 'Log out'],
  logoutAsk: ['退出系统, 是否继续?', 'Log out?'],
  lock: ['锁屏', 'Lock the screen'],
  ok: ['确定', 'OK'],
  cancel: ['取消', 'Cancel'],
  save: ['保存', 'Save'],
  search: ['搜索', 'Search'],
  reset: ['重置', 'Reset'],
  add: ['新增', 'Add'],
  view: ['查看', 'View'],
  copy: ['复制', 'Copy'],
  remove: ['删除', 'Delete'],
  more: ['更多', 'More'],
  back: ['返回', 'Back'],
  close: ['关闭', 'Close'],
  retry: ['重试', 'Try again'],
  loading: ['加载中', 'Loading'],
  yes: ['是', 'Yes'],
  no: ['否', 'No'],
  none: ['无', 'None'],
  notFilled: ['未填写', 'Not filled in'],
  updated: ['更新成功', 'Updated'],
  removed: ['删除成功', 'Deleted'],
  systemError: ['系统错误', 'System error'],
  offline: ['网络连接失败，请检查网络后重试', 'No connection; please check the network and try again'],
  demo: ['演示数据', 'Demonstration data'],
  unit: ['万元', '10k yuan'],
} as const satisfies Record<string, Text>

/** The label of a field that may stay empty, in one bracket: 总投资（万元，选填）. */
export const asOptional = ([zh, en]: Text): Text => [
  zh.endsWith('）') ? `${zh.slice(0, -1)}，选填）` : `${zh}（选填）`,
  en.endsWith(')') ? `${en.slice(0, -1)}, optional)` : `${en} (optional)`,
]
