/** Icon classes of the font in clients of the family, by the corresponding icon of our console. */
const classes: Readonly<Record<string, string>> = {
  desk: 'iconicon_airplay',
  notice: 'iconicon_sms',
  project: 'iconicon_task',
  declaration: 'iconicon_task_done',
  library: 'iconicon_savememo',
  private_network: 'iconicon_exchange',
  contact: 'iconicon_namecard',
  template: 'iconicon_compile',
  company: 'iconicon_work',
  news: 'iconicon_study',
  column: 'iconicon_details',
  file_release: 'iconicon_dispose',
  press_release: 'iconicon_photo',
  statement: 'iconicon_doc',
  setting: 'iconicon_setting',
  user: 'iconicon_principal',
  dept: 'iconicon_group',
  role: 'iconicon_boss',
  post: 'iconicon_message',
  dict: 'iconicon_addresslist',
  dict_biz: 'iconicon_addresslist',
  menu: 'iconicon_subordinate',
  top_menu: 'icon-canshu',
  param: 'iconicon_community_line',
  region: 'iconicon_GPS',
  data_scope: 'icon-shujuzhanshi2',
  api_scope: 'icon-shujuzhanshi2',
  permission_lens: 'iconicon_search',
  tenant: 'icon-quanxian',
  client: 'iconicon_secret',
  attach: 'iconicon_ding',
  oss: 'iconicon_cspace',
  sms: 'iconicon_mobilephone',
  sms_message: 'iconicon_send',
  log: 'iconicon_doc',
  job: 'iconicon_compile',
  job_server: 'iconicon_exchange',
  job_info: 'iconicon_task',
  job_instance: 'iconicon_doc',
  develop: 'icon-wxbgongju',
  datasource: 'iconicon_exchange',
  audit: 'iconicon_safety',
  login_log: 'iconicon_doc',
  online_user: 'iconicon_principal',
  locked_account: 'iconicon_secret',
}

const defaultClass = 'icon-caidan'
const prefix = 'sign-'

/** The `source` of a menu: the icon classes for clients of the family, the last of which names our icon. */
export const sourceOf = (icon: string): string => `iconfont ${classes[icon] ?? defaultClass} ${prefix}${icon}`

/** The icon of our console that a `source` names: its last class without the prefix. */
export const iconOf = (source: string): string => (source.split(' ').at(-1) ?? '').replace(prefix, '')
