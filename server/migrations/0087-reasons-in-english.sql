-- Why an e-mail or SMS was not sent, for readers of English. Reasons stored before, in Chinese only, get their known translation;
-- words of a mail server or a provider are the same for everybody.
alter table outbox add column reason_en text;
alter table sms_message add column fault_en text;

create temporary table known_reason (zh text primary key, en text not null);
insert into known_reason values
  ('对方已在平台阅读或事项已办结', 'Read on the platform, or completed'),
  ('账号已停用', 'The account is disabled'),
  ('对方已无权查看该事项', 'The recipient may no longer see the matter'),
  ('对方没有邮箱或手机号码', 'The recipient has no e-mail address or phone number'),
  ('服务中断，不能确定对方是否已收到', 'The service was interrupted; it is unknown whether the recipient has it'),
  ('未配置邮件服务（SMTP_URL）', 'No mail server is set up (SMTP_URL)'),
  ('系统错误', 'System error'),
  ('接口地址的域名无法解析', 'The host name of the endpoint cannot be resolved'),
  ('服务拒绝连接，请核对接口地址与端口', 'The service refused the connection; please check the endpoint address and port'),
  ('连接被对方中断', 'The connection was closed by the service'),
  ('连接超时', 'The service did not answer in time'),
  ('安全连接（TLS）失败，证书不受信任或协议不符', 'The secure connection (TLS) failed: untrusted certificate or unsupported protocol');
update outbox set reason_en = k.en from known_reason k where k.zh = outbox.reason;
update sms_message set fault_en = k.en from known_reason k where k.zh = sms_message.fault;
drop table known_reason;
