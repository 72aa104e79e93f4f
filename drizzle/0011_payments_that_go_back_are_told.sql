-- one letter for every payment that goes back, whatever the reason
UPDATE "outbox" SET "kind" = 'payment-returned', "dedupe_key" = replace("dedupe_key", 'slot-lost:', 'payment-returned:') WHERE "kind" = 'slot-lost';
