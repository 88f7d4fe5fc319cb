-- Presses of buttons are looked for before every item that is taken: without this through all that wait.
CREATE INDEX inbox_presses ON inbox (id) WHERE state = 'waiting' AND event GLOB 'callback:*';
