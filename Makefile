# The scripts by name, for those who have make. Arguments: make run ARGS="--target my.json"
.PHONY: run test setup format bench prove

run test setup format bench prove:
	@scripts/$@ $(ARGS)
