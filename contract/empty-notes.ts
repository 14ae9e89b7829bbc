import type { Text } from './kit/text.ts'

/** Where files are stored until an object storage is configured. */
const withoutStorage: Text = [
  '未配置对象存储时，上传的文件保存在服务器本机磁盘。',
  'Without object storage, uploaded files are stored on the server’s local disk.',
]

/** What applies while the list of an entity has no rows; apart from the entities, since only an empty list loads it. */
export const emptyNotes: { readonly [entity: string]: Text } = {
  topMenu: [
    '还没有顶部菜单，全部菜单显示在左侧。新增并选择其下的菜单后，可在顶部按组切换。',
    'There is no top menu: the side shows every menu. A new one groups the menus chosen for it, and the top bar switches between the groups.',
  ],
  tenantPackage: [
    '还没有产品包。产品包限定租户可用的菜单，新增后在“租户管理”中配置给租户。',
    'There is no package. A package limits the menus of the tenants to which Tenants assigns it.',
  ],
  lockedAccount: [
    '目前没有被锁定的账号或地址。连续登录失败达到规定次数后自动锁定，15分钟后自动解除。',
    'Nothing is locked. Too many failed logins lock an account or an address for 15 minutes.',
  ],
  dictBiz: [
    '还没有业务字典。业务字典提供本单位表单的选项，新增后在右侧维护字典项。',
    'There is no business dictionary. Its entries are the options of your own forms; add one, then its entries beside it.',
  ],
  jobContainer: [
    '还没有外部处理器。新增后上传单文件模块（.mjs）并启用，任务即可选用其导出函数。',
    'There is no external processor. Add one, upload a module (.mjs) as its version and activate it; jobs can then run its exports.',
  ],
  attach: withoutStorage,
  oss: withoutStorage,
  sms: [
    '未启用短信服务时不能发送短信，手机号登录和短信重设密码不开放。',
    'Without an SMS provider in use, no messages are sent, and login and password reset by phone are not offered.',
  ],
  smsMessage: [
    '平台发送登录验证码、平台消息或手动发送短信后，在此留下记录；未启用短信服务时，短信内容留存于此。',
    'Login codes, platform messages and manually sent SMS are listed here once sent; without an SMS provider, their text is kept here.',
  ],
  logError: [
    '服务器发生异常或浏览器上传本地日志后在此留下记录。',
    'Errors of the server, and those that browsers have uploaded, appear here.',
  ],
  loginLog: [
    '账号登录成功或失败后在此留下记录，保留期限见参数“日志保留天数”。',
    'Logins and failed attempts appear here; a parameter says how long they are kept.',
  ],
  datasource: [
    '新增数据源并填写外部数据库的连接地址后，可在“租户管理”中将其分配给租户。',
    'External databases that you add by their address appear here, and can be assigned to tenants under “Tenants”.',
  ],
  flowModel: [
    '还没有流程模型。新建模型并绘制流程，部署后即可发起；已有流程文件的，可在“流程部署”中上传。',
    'There is no model yet. Draw a process in a new model and deploy it, or upload process files under “Deployment”.',
  ],
  matterForm: [
    '还没有事项表单，可从示例添加。新增后即有一个流程类型，部署该类型的流程，指定的角色便可在“发起事务”中填报。',
    'There is no form; you can add one from a sample. A new one makes a type of process; once a process of it is deployed, the chosen roles can start it.',
  ],
  flowFollow: ['目前没有在办的流程', 'No process is running at present'],
  commonOpinion: [
    '还没有常用意见。新增后，在办理意见输入框中键入“/”即可选用；写好的意见也可直接保存为常用意见。',
    'There is no common opinion. Add one and type “/” in the field of an opinion to insert it; what you write there can also be kept as one.',
  ],
  deputy: [
    '还没有设置代办人。请假或外出前新增代办人，其间您的任务由代办人与您都可办理。',
    'There is no deputy. Name one before you are away: both of you can handle your tasks then.',
  ],
  workStart: [
    '目前没有您可以发起的流程：相关流程尚未部署、已挂起，或者您的角色没有办理该项业务的权限。如需办理，请联系系统管理员。',
    'There is no process that you may start: none is deployed, it is suspended, or your roles do not permit its business. If you need one, ask an administrator.',
  ],
  workClaim: ['目前没有可以签收的事务', 'There is nothing to claim'],
  workTodo: ['目前没有等待您办理的事务', 'Nothing waits for you'],
  workWaiting: ['目前没有等待您办理的事项', 'Nothing waits for you'],
  workSend: ['您还没有发起过流程', 'You have not started a process yet'],
  workDone: ['您还没有办理过事务', 'You have not completed a task yet'],
  matterLedger: [
    '还没有您可以查看的通用事项。您发起、办理过的，以及事项表单指定由您的角色查看的，列在这里。',
    'There is no matter that you can read. Those that you start or handle, and those of forms that name a role of yours, are listed here.',
  ],
  outbox: [
    '还没有邮件或短信。配置邮件服务或短信服务商后，平台消息在此排队发送。',
    'There is no e-mail or SMS yet. Once a mail server or an SMS provider is set up, messages are sent from this queue.',
  ],
  notice: [
    '还没有通知。新增后显示在各用户的工作台和消息中心。',
    'There are no notices. A new one appears on the desk and among the messages of every user.',
  ],
  leave: [
    '在“发起事务”中提交请假申请后，可在此查看申请及审批状态。',
    'Requests for leave that you send under “Start a process” appear here, with their state.',
  ],
  generalMatter: [
    '在“发起事务”中发起用印等事项后，可在此查看填报内容及审批状态。',
    'Matters that you start under “Start a process” appear here, with what you filled in and their state.',
  ],
  company: [
    '还没有单位。注册账号审核通过后，其单位自动列入；也可以新增或导入。',
    'There are no organisations. One is entered when its first account is approved, and others can be added or imported.',
  ],
  template: [
    '还没有申报模板。新增并启用后，符合条件的单位可在开放时间内申报。',
    'There is no template. Once one is enabled, eligible organisations can declare projects while it is open.',
  ],
  batch: [
    '还没有申报批次。新增并开放后，该模板新提交的申报列入批次；没有批次的模板照常办理。',
    'There is no batch. Once one is open, what is submitted by its template joins it; a template without batches works as usual.',
  ],
  publicNotice: [
    '还没有公示公告。申报进入公示环节后在此拟稿，由另一人发布，公示期从发布次日起计算。',
    'There are no public notices. Draft one once declarations have passed the review; another person publishes it, and its period begins the next day.',
  ],
  stageStay: [
    '还没有办理记录。申报提交后，每个环节的收件、办结时间和用时列在这里。',
    'There are no records. Once a declaration is submitted, each stage of its review is listed here, with its times and working days.',
  ],
  batchQuota: [
    '还没有批次名额。未设名额的地区不限；设定后，进入专家评审的申报数不超过名额。',
    'There is no quota, so no place is limited. With one, no more declarations of the place enter the expert review.',
  ],
  declaration: [
    '还没有申报。申报单位开始填报后，申报列在这里，提交后在此审核。',
    'There are no declarations. They appear here once an organisation starts one, and are reviewed here once it is submitted.',
  ],
  library: [
    '项目库中还没有项目。申报公示结束入库后自动列入，也可以新增或导入已有项目。',
    'The library is empty. Projects enter it at the end of their public notice; existing ones can be added or imported.',
  ],
  privateNetwork: [
    '还没有5G专网。可由单位、运营商或平台登记，登记后申报时可直接选用。',
    'There are no private networks. Organisations, operators and the platform register them; declarations can then refer to them.',
  ],
  recommend: [
    '还没有项目推荐。新增后先存为草稿，提交审核并经平台确认后，项目页面向社会公开。',
    'There is no recommendation yet. A new one is a draft until it is sent for review; once confirmed, its project has a public page.',
  ],
  column: [
    '还没有栏目。新闻和文件发布到栏目，在门户相应页面显示。',
    'There are no columns. Articles and files are published in a column, which is a page of the portal.',
  ],
  fileRelease: [
    '还没有文件。新增后先存为草稿，发布后显示在门户相应栏目。',
    'There are no files. A new one is a draft; once published, it appears in its column of the portal.',
  ],
  pressRelease: [
    '还没有新闻。新增后先存为草稿，发布后显示在门户相应栏目。',
    'There are no articles. A new one is a draft; once published, it appears in its column of the portal.',
  ],
}
